import { Stethoscope } from 'lucide-react';
import type { FailureCode } from '../../electron/contract/failure.ts';
import { remedyByFailure } from '../../electron/contract/failure-remedies.ts';
import { Button } from '../ui/button.tsx';
import { useConnectionNavigation } from './connection-navigation.ts';

/** Leads from a failure on the way to the check that finds its cause; nothing where no check would. */
export function CheckConnectionButton({ code }: { readonly code: FailureCode }) {
  const { check } = useConnectionNavigation();
  if (!remedyByFailure[code].isCheckUseful) return null;
  return (
    <Button size="sm" icon={<Stethoscope aria-hidden />} onClick={check}>
      Check the connection
    </Button>
  );
}
