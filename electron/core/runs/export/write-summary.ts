import type { Agreement } from '../statistics/agreement.ts';
import type { LabelStatistics } from '../statistics/label-statistics.ts';
import type { Histogram } from '../statistics/histogram.ts';
import { runsText } from '../text.ts';

const words = runsText.summary;

/** What a summary says about a variant. */
export interface VariantSummary {
  readonly name: string;
  readonly answered: number;
  readonly failed: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalMs: Histogram | null;
  readonly answerLength: Histogram | null;
  /** Against the truth column, if there is one. */
  readonly labels: LabelStatistics | null;
}

/** What a summary says about a run. */
export interface RunSummary {
  readonly name: string;
  /** Name and value, such as the file, the service and the times. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly variants: readonly VariantSummary[];
  readonly failures: readonly { readonly message: string; readonly count: number }[];
  /** Agreement between variants and between repeats. */
  readonly agreements: readonly { readonly name: string; readonly pairs: readonly Agreement[] }[];
}

/** A larger confusion matrix can’t be read in Markdown. */
const maxMatrixLabels = 20;

/** Writes a summary of a run in Markdown. */
export function writeSummary({ name, facts, variants, failures, agreements }: RunSummary): string {
  const sections = [
    `# ${escapeText(name)}`,
    facts.map(([fact, value]) => `- **${escapeText(fact)}**: ${escapeText(value)}`).join('\n'),
    `## ${words.variants}`,
    table(
      words.variantColumns,
      variants.map((variant) => [
        variant.name,
        String(variant.answered),
        String(variant.failed),
        String(variant.promptTokens),
        String(variant.completionTokens),
        milliseconds(variant.totalMs?.median),
        milliseconds(variant.totalMs?.p95),
        rounded(variant.answerLength?.median),
        percent(variant.labels?.accuracy),
        decimal(variant.labels?.kappa),
      ]),
    ),
    ...variants.flatMap(matrixSection),
    ...agreements.flatMap(({ name: title, pairs }) => [
      `## ${escapeText(title)}`,
      table(
        words.agreementColumns,
        pairs.map(({ first, second, count, agreement, kappa }) => [first, second, String(count), percent(agreement), decimal(kappa)]),
      ),
    ]),
    ...(failures.length === 0
      ? []
      : [
          `## ${words.failures}`,
          table(
            words.failureColumns,
            failures.map(({ count, message }) => [String(count), message]),
          ),
        ]),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function matrixSection({ name, labels }: VariantSummary): readonly string[] {
  if (!labels?.matrix || labels.labels.length > maxMatrixLabels) return [];
  const rows = labels.matrix.map((counts, index) => [labels.labels[index] ?? '', ...counts.map(String)]);
  return [`### ${words.matrix(escapeText(name))}`, words.matrixHint, table([words.truth, ...labels.labels], rows)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeText).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Shows text as it is: data and answers may have Markdown and HTML, which could load images. */
function escapeText(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]<>#|!~&]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
}

const milliseconds = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : `${(value / 1000).toFixed(1)} s`;
const rounded = (value: number | null | undefined): string => (value === null || value === undefined ? '–' : String(Math.round(value)));
const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : `${(value * 100).toFixed(1)} %`;
const decimal = (value: number | null | undefined): string => (value === null || value === undefined ? '–' : value.toFixed(3));
