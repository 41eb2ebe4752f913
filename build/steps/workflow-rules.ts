import { existsSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from '../set-up/places.mjs';

const permissions = z.record(z.string(), z.enum(['read', 'write']));
const step = z.strictObject({
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  env: z.record(z.string(), z.string()).optional(),
});
type Step = z.infer<typeof step>;
const workflow = z.object({
  on: z.strictObject({ push: z.object({}) }),
  permissions,
  jobs: z.record(z.string(), z.looseObject({ permissions: permissions.optional(), 'timeout-minutes': z.number(), steps: z.array(step) })),
});

/** A script of ours with plain arguments, or the one command of npm that only a workflow can run. */
const ownCommand = /^(?:npm audit signatures|npm (?:test|run (?<script>[\w-]+))(?: --(?: [\w./-]+| "\$GITHUB_REF_NAME")+)?)$/;
/** Needed to draft a release and to attest where it was built. */
const draftPermissions = { contents: 'write', 'id-token': 'write', attestations: 'write' };

/**
 * Returns what is wrong with a workflow: a form that isn't known here, an action without the commit it is pinned to, rights that it
 * doesn't need, or logic that can't be run outside of it.
 */
export function findWorkflowProblems(text: string): readonly string[] {
  const parsed = workflow.safeParse(parse(text));
  if (!parsed.success) return [z.prettifyError(parsed.error)];
  const { jobs, permissions: rights } = parsed.data;
  const problems = isSubset(rights, { contents: 'read' }) ? [] : ['The workflow may read its sources, and nothing else.'];
  for (const [name, { permissions: more, steps }] of Object.entries(jobs)) {
    if (!isSubset(more ?? {}, draftPermissions)) problems.push(`${name} has rights that a draft doesn’t need.`);
    if (more && steps.some(isBuilding)) problems.push(`${name} builds or tests with more rights.`);
    problems.push(...steps.flatMap(findStepProblems).map((problem) => `${name}: ${problem}`));
  }
  return problems;
}

/** Returns whether a step runs packages of others, which needs no rights. */
function isBuilding({ run = '' }: Step): boolean {
  return run !== '' && !run.startsWith('npm run release -- draft');
}

function isSubset(given: Readonly<Record<string, string>>, allowed: Readonly<Record<string, string>>): boolean {
  return Object.entries(given).every(([name, right]) => allowed[name] === right);
}

function findStepProblems({ uses, run, if: condition, with: inputs, env = {} }: Step): readonly string[] {
  const problems: string[] = [];
  if (uses !== undefined && !/^[\w-]+\/[\w-]+@[\da-f]{40}$/.test(uses)) problems.push(`${uses} is not pinned to a commit.`);
  if (uses?.startsWith('actions/checkout@') && inputs?.['persist-credentials'] !== false)
    problems.push('The checkout keeps its credentials.');
  if (condition !== undefined && condition !== 'failure()') problems.push(`“${condition}” is logic of its own.`);
  if (uses !== undefined && Object.keys(env).length > 0) problems.push(`${uses} gets variables that only our scripts need.`);
  if (run === undefined) return problems;
  const command = ownCommand.exec(run);
  if (!command) problems.push(`“${run}” is no script of build.`);
  const script = command?.groups?.['script'];
  if (script !== undefined && !hasTask(script)) problems.push(`There is no script “${script}”.`);
  return problems;
}

/** Returns whether package.json and build have a script. The set-up is no task. */
function hasTask(script: string): boolean {
  return script in packageJson.scripts && (script === 'set-up' || existsSync(path.join(root, `build/tasks/${script}.ts`)));
}
