import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Progress } from '../ui/progress.tsx';
import type { FileUpload } from './file-upload.ts';

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
              <Button onClick={upload.cancel}>Cancel</Button>
              <Button variant="primary" onClick={upload.choose}>
                Choose file…
              </Button>
            </>
          }
        />
      );
    case 'uploading':
      return (
        <Dialog {...shared} title={`Uploading ${state.name}`} actions={<Button onClick={upload.cancel}>Cancel</Button>}>
          <Progress label="Uploaded" value={state.sent} max={Math.max(state.size, 1)} />
        </Dialog>
      );
    case 'failed':
      return (
        <Dialog
          {...shared}
          title={`${state.name} wasn’t uploaded.`}
          description={
            state.isTooLarge
              ? 'Something in between, such as a reverse proxy, takes no file of this size. Allow larger ones there.'
              : 'Check that Causeway is running, then choose the file again.'
          }
          actions={<Button onClick={upload.cancel}>Close</Button>}
        />
      );
  }
}
