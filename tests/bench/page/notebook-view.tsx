import { useEffect, useMemo, useRef } from 'react';
import '../../../renderer/notebook/notebook-screen.css';
import { TokenEditor } from '../../../renderer/notebook/token-editor.tsx';
import { usePacedStores } from '../../../renderer/shared/use-paced-stores.ts';
import { SessionContext } from '../../../renderer/state/session.ts';
import { useStore, type Store } from '../../../renderer/state/store.ts';
import type { NotebookScene } from './notebook-driver.ts';

/** The notebook's editor, or a plain text field. */
export function NotebookBenchView({ scene }: { readonly scene: NotebookScene }) {
  return scene.variant === 'ours' ? <Ours scene={scene} /> : <Plain text={scene.plain} />;
}

function Ours({ scene: { notebook, session } }: { readonly scene: NotebookScene }) {
  const { kind } = useStore(notebook.run);
  const isBusy = kind === 'writing' || kind === 'beginning';
  return (
    <SessionContext value={session}>
      <TokenEditor
        ref={null}
        notebook={notebook}
        shading="probability"
        isBusy={isBusy}
        isReadOnly={isBusy}
        onContinue={() => undefined}
        onTake={() => undefined}
      />
    </SessionContext>
  );
}

/** Shows a growing text the plainest way, once per frame, and follows its end. */
function Plain({ text }: { readonly text: Store<string> }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [shown] = usePacedStores(useMemo(() => [text] as const, [text]));
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.value = shown;
    element.scrollTop = element.scrollHeight;
  }, [shown]);
  return <textarea ref={field} aria-label="Plain text" className="bench-plain" readOnly />;
}
