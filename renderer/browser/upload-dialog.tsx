import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Progress } from '../ui/progress.tsx';
import type { FileUpload } from './file-upload.ts';
import { uiText } from '../ui/text.ts';
import { browserPageText } from './text.ts';

/** Asks for the click that the browser's file chooser requires, and shows the upload's progress. */
export function UploadDialog({ upload }: { readonly upload: FileUpload }) {
  const state = useStore(upload);
  const shared = { isOpen: true, onOpenChange: upload.cancel } as const;
  switch (state.kind) {
    case 'idle':
      return null;
    case 'asking':
      return (
        <Dialog
          {...shared}
          title={state.title}
          actions={
            <>
              <Button onClick={upload.cancel}>{uiText.cancel}</Button>
              <Button variant="primary" onClick={upload.choose}>
                {browserPageText.upload.choose}
              </Button>
            </>
          }
        />
      );
    case 'uploading':
      return (
        <Dialog
          {...shared}
          title={browserPageText.upload.uploading(state.name)}
          actions={<Button onClick={upload.cancel}>{uiText.cancel}</Button>}
        >
          <Progress label={browserPageText.upload.progress} value={state.sent} max={Math.max(state.size, 1)} />
        </Dialog>
      );
    case 'failed':
      return (
        <Dialog
          {...shared}
          title={browserPageText.upload.failed(state.name)}
          description={state.isTooLarge ? browserPageText.upload.tooLarge : browserPageText.upload.failedHint}
          actions={<Button onClick={upload.cancel}>{uiText.close}</Button>}
        />
      );
  }
}
