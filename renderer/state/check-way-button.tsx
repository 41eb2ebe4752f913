import { Stethoscope } from 'lucide-react';
import type { FailureCode } from '../../electron/contract/failure.ts';
import { findings } from '../../electron/contract/findings.ts';
import { Button } from '../ui/button.tsx';
import { useConnectionDoor } from './connection-door.ts';

/** Leads from a failure on the way to the check that finds its cause; nothing where no check would. */
export function CheckWayButton({ code }: { readonly code: FailureCode }) {
  const { check } = useConnectionDoor();
  if (!findings[code].isForCheck) return null;
  return (
    <Button size="sm" icon={<Stethoscope aria-hidden />} onClick={check}>
      Check the connection
    </Button>
  );
}
