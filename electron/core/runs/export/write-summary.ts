import type { RunAgreement, RunLabelStatistics, RunStatistics } from '../../../contract/run-results.ts';
import type { RunRecord } from '../store/run-record.ts';
import { runsText } from '../text.ts';
import { listVariants } from '../../../contract/run-variants.ts';

const text = runsText.summary;

type SummarizedRun = Pick<RunRecord, 'recipe' | 'source' | 'provenance' | 'rows' | 'startedAt' | 'endedAt' | 'state' | 'failures'>;

/** A larger confusion matrix is illegible in Markdown. */
const maxMatrixLabels = 20;

/** Writes a summary of a run in Markdown. */
export function writeSummary(record: SummarizedRun, { variants, agreements }: RunStatistics): string {
  const { recipe, source, provenance, rows, startedAt, endedAt, state, failures } = record;
  const names = new Map(listVariants(recipe).map(({ id, name }) => [id, name]));
  const findName = (id: string): string => names.get(id) ?? id;
  const facts = [
    [text.facts.table, text.rows(source?.fileName ?? '', rows)],
    [text.facts.service, provenance?.serviceHost ?? ''],
    [text.facts.causeway, provenance?.causewayVersion ?? ''],
    [text.facts.started, toTime(startedAt) ?? ''],
    [text.facts.ended, toTime(endedAt) ?? ''],
    [text.facts.state, text.states[state]],
  ] as const;
  const sections = [
    `# ${escapeText(recipe.name)}`,
    facts.map(([fact, value]) => `- **${escapeText(fact)}**: ${escapeText(value)}`).join('\n'),
    `## ${text.variants}`,
    table(
      text.variantColumns,
      variants.map(({ variantId, done, failed, promptTokens, completionTokens, totalMs, lengths, labels }) => [
        findName(variantId),
        String(done),
        String(failed),
        String(promptTokens),
        String(completionTokens),
        seconds(totalMs?.median),
        seconds(totalMs?.p95),
        rounded(lengths?.median),
        labels === null ? '–' : text.compared(labels.count, labels.count + labels.unlabeled),
        percent(labels?.accuracy),
        percent(labels?.overallAccuracy),
        decimal(labels?.kappa),
      ]),
    ),
    ...variants.flatMap(({ variantId, labels }) => matrixSection(findName(variantId), labels)),
    ...(agreements.length === 0 ? [] : agreementSection(text.variantAgreement, agreements, findName)),
    ...variants.flatMap(({ variantId, repeats }) =>
      repeats === null ? [] : agreementSection(text.repeatAgreement(findName(variantId)), repeats.pairs, String),
    ),
    ...(failures.length === 0
      ? []
      : [
          `## ${text.failures}`,
          table(
            text.failureColumns,
            failures.map(({ code, count }) => [String(count), code]),
          ),
        ]),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

/** Returns a time as exports have it. */
export function toTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function agreementSection(title: string, pairs: readonly RunAgreement[], findName: (id: string) => string): readonly string[] {
  const cells = pairs.map(({ first, second, count, agreement, kappa }) => [
    findName(first),
    findName(second),
    String(count),
    percent(agreement),
    decimal(kappa),
  ]);
  return [`## ${escapeText(title)}`, table(text.agreementColumns, cells)];
}

function matrixSection(name: string, labels: RunLabelStatistics | null): readonly string[] {
  if (!labels?.matrix || labels.labels.length > maxMatrixLabels) return [];
  const rows = labels.matrix.map((counts, index) => [labels.labels[index] ?? '', ...counts.map(String)]);
  return [`### ${text.matrix(escapeText(name))}`, text.matrixHint, table([text.truth, ...labels.labels], rows)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeText).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Escapes Markdown and HTML, because data and answers could load images with them. */
function escapeText(value: string): string {
  return value.replaceAll(/[\\`*_{}[\]<>#|!~&]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
}

type Figure = number | null | undefined;

const format = (value: Figure, write: (known: number) => string): string => (value === null || value === undefined ? '–' : write(value));
const seconds = (value: Figure): string => format(value, (ms) => `${(ms / 1000).toFixed(1)} s`);
const rounded = (value: Figure): string => format(value, (known) => String(Math.round(known)));
const percent = (value: Figure): string => format(value, (share) => `${(share * 100).toFixed(1)}%`);
const decimal = (value: Figure): string => format(value, (known) => known.toFixed(3));
