import * as z from 'zod';
import { faultKinds, faultSchema, type ActiveFault, type Fault } from './fault.ts';

/** Reads a fault, also as a command line writes it: `status,status=503,way=direct,count=once`. */
export function parseFault(fault: Fault | string): ActiveFault {
  const parsed = faultSchema.safeParse(typeof fault === 'string' ? fieldsOf(fault) : fault);
  if (parsed.success) return parsed.data;
  const name = typeof fault === 'string' ? fault : fault.kind;
  const isKnown = faultKinds.some((kind) => name.split(',')[0] === kind);
  throw new Error(
    isKnown
      ? `“${name}” is not understood.\n${z.prettifyError(parsed.error)}`
      : `There is no fault “${name}”. Faults: ${faultKinds.join(', ')}.`,
  );
}

function fieldsOf(text: string): Readonly<Record<string, string>> {
  const [kind = '', ...fields] = text.split(',');
  const pairs = fields.map((field) => {
    const at = field.indexOf('=');
    return at === -1 ? [field, ''] : [field.slice(0, at), field.slice(at + 1)];
  });
  return { ...Object.fromEntries(pairs), kind };
}
