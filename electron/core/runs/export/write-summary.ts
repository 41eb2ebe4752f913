import type { RunAgreement, RunHistogram, RunLabelStatistics } from '../../../contract/run-results.ts';
import { runsText } from '../text.ts';

const text = runsText.summary;

/** Figures of a variant in the summary. */
export interface VariantSummary {
  readonly name: string;
  readonly answered: number;
  readonly failed: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly totalMs: RunHistogram | null;
  readonly answerLength: RunHistogram | null;
  /** Compared with the truth column. Null if there is none. */
  readonly labels: RunLabelStatistics | null;
}

/** Figures and facts of a run in the summary. */
export interface SummaryContent {
  readonly name: string;
  /** Names and values, such as the file, the service and the times. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly variants: readonly VariantSummary[];
  readonly failures: readonly { readonly message: string; readonly count: number }[];
  /** Agreement between variants and between repeats. */
  readonly agreements: readonly { readonly name: string; readonly pairs: readonly RunAgreement[] }[];
}

/** A larger confusion matrix is illegible in Markdown. */
const maxMatrixLabels = 20;

/** Writes a summary of a run in Markdown. */
export function writeSummary({ name, facts, variants, failures, agreements }: SummaryContent): string {
  const sections = [
    `# ${escapeText(name)}`,
    facts.map(([fact, value]) => `- **${escapeText(fact)}**: ${escapeText(value)}`).join('\n'),
    `## ${text.variants}`,
    table(
      text.variantColumns,
      variants.map((variant) => [
        variant.name,
        String(variant.answered),
        String(variant.failed),
        String(variant.promptTokens),
        String(variant.completionTokens),
        milliseconds(variant.totalMs?.median),
        milliseconds(variant.totalMs?.p95),
        rounded(variant.answerLength?.median),
        compared(variant.labels),
        percent(variant.labels?.accuracy),
        percent(variant.labels?.overallAccuracy),
        decimal(variant.labels?.kappa),
      ]),
    ),
    ...variants.flatMap(matrixSection),
    ...agreements.flatMap(({ name: title, pairs }) => [
      `## ${escapeText(title)}`,
      table(
        text.agreementColumns,
        pairs.map(({ first, second, count, agreement, kappa }) => [first, second, String(count), percent(agreement), decimal(kappa)]),
      ),
    ]),
    ...(failures.length === 0
      ? []
      : [
          `## ${text.failures}`,
          table(
            text.failureColumns,
            failures.map(({ count, message }) => [String(count), message]),
          ),
        ]),
  ];
  return `${sections.filter(Boolean).join('\n\n')}\n`;
}

function matrixSection({ name, labels }: VariantSummary): readonly string[] {
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

const compared = (labels: RunLabelStatistics | null): string =>
  labels === null ? '–' : text.compared(labels.count, labels.count + labels.unlabeled);
const milliseconds = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : `${(value / 1000).toFixed(1)} s`;
const rounded = (value: number | null | undefined): string => (value === null || value === undefined ? '–' : String(Math.round(value)));
const percent = (value: number | null | undefined): string =>
  value === null || value === undefined ? '–' : `${(value * 100).toFixed(1)}%`;
const decimal = (value: number | null | undefined): string => (value === null || value === undefined ? '–' : value.toFixed(3));
