import type { ReactNode } from 'react';
import { ok } from '../../electron/contract/failure.ts';
import type { Parameters } from '../../electron/contract/conversation.ts';
import { sharedText } from './text.ts';
import { ValidatedField } from './validated-field.tsx';
import { parseExtra, parseNumber, parseStops, stopsText, type NumberLimits } from '../state/parse-parameters.ts';
import './pickers-and-notices.css';

interface FieldProps {
  readonly parameters: Parameters;
  readonly onChange: (parameters: Parameters) => void;
}

const numbers = {
  temperature: { label: sharedText.parameters.temperature, limits: { min: 0, max: 2 } },
  topP: { label: sharedText.parameters.topP, limits: { min: 0, max: 1 } },
  maxTokens: { label: sharedText.parameters.maxTokens, limits: { min: 1, isWhole: true } },
  seed: { label: sharedText.parameters.seed, limits: { isWhole: true } },
  topK: { label: sharedText.parameters.topK, limits: { min: 1, isWhole: true } },
  minP: { label: sharedText.parameters.minP, limits: { min: 0, max: 1 } },
  repetitionPenalty: { label: sharedText.parameters.repetitionPenalty, limits: { min: 0.01, max: 10 } },
  presencePenalty: { label: sharedText.parameters.presencePenalty, limits: { min: -2, max: 2 } },
  frequencyPenalty: { label: sharedText.parameters.frequencyPenalty, limits: { min: -2, max: 2 } },
  logprobs: { label: sharedText.parameters.logprobs, limits: { min: 0, max: 100, isWhole: true } },
} as const satisfies Partial<Record<keyof Parameters, { readonly label: string; readonly limits: NumberLimits }>>;

/** Removes unset parameters, so that they are not sent. */
export function withoutUnset(parameters: Parameters): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
}

/** A numeric parameter; empty if it is not sent. */
export function NumberParameterField({
  name,
  description,
  parameters,
  onChange,
}: FieldProps & { readonly name: keyof typeof numbers; readonly description?: string | undefined }) {
  const { label, limits } = numbers[name];
  return (
    <ValidatedField
      label={label}
      description={description}
      placeholder={sharedText.parameters.placeholder}
      value={parameters[name]}
      format={(value) => (value === undefined ? '' : String(value))}
      parse={(text) => parseNumber(text, limits)}
      onChange={(value) => onChange(withoutUnset({ ...parameters, [name]: value }))}
    />
  );
}

/** The texts at which the model stops. */
export function StopSequencesField({ parameters, onChange }: FieldProps) {
  return (
    <ValidatedField
      label={sharedText.parameters.stop.label}
      description={sharedText.parameters.stop.hint}
      isLong
      value={parameters.stop}
      format={stopsText}
      parse={(text) => ok(parseStops(text))}
      onChange={(stop) => onChange(withoutUnset({ ...parameters, stop }))}
    />
  );
}

/** Further parameters, by the engine's own names. */
export function ExtraParametersField({ parameters, onChange, example }: FieldProps & { readonly example: string }) {
  return (
    <ValidatedField
      label={sharedText.parameters.extra.label}
      description={sharedText.parameters.extra.hint}
      placeholder={example}
      isLong
      value={parameters.extra}
      format={(extra) => (extra === undefined ? '' : JSON.stringify(extra, null, 2))}
      parse={parseExtra}
      onChange={(extra) => onChange(withoutUnset({ ...parameters, extra }))}
    />
  );
}

/** Short fields in two columns. */
export function ParameterGrid({ children }: { readonly children: ReactNode }) {
  return <div className="parameter-grid">{children}</div>;
}
