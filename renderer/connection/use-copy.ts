import { useSession } from '../state/session.ts';

/** Puts text on the clipboard and says so. */
export function useCopy(): (text: string, title: string) => void {
  const { toaster } = useSession();
  return (text, title) => {
    const copy = async () => {
      try {
        await navigator.clipboard.writeText(text);
        toaster.show({ title });
      } catch {
        toaster.show({ tone: 'error', title: 'The clipboard could not be written', description: 'Select the text and copy it yourself.' });
      }
    };
    void copy();
  };
}
