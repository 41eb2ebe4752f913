import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { markdownText } from './text.ts';

const feedbackMs = 2000;

/** Copies a text, created on click, and confirms it. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), feedbackMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <Button
      size="sm"
      variant="quiet"
      icon={outcome === 'copied' ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => void copy()}
    >
      {outcome === 'copied' ? markdownText.copied : outcome === 'failed' ? markdownText.copyFailed : label}
    </Button>
  );
}
