import type { UploadOutcome } from './file-upload.ts';
import { browserPageText } from './text.ts';

/** Shows the browser's file chooser. Returns null if the user cancels. */
export function chooseFile(accept: string): Promise<File | null> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.accept = accept;
    input.addEventListener('change', () => resolve(input.files?.[0] ?? null));
    input.addEventListener('cancel', () => resolve(null));
    input.click();
  });
}

/** Uploads a file to `files/ID`. Uses XMLHttpRequest because `fetch` reports no progress. */
export function uploadFile(id: string, file: File, onProgress: (sent: number) => void, signal: AbortSignal): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', `files/${encodeURIComponent(id)}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-file-name', encodeURIComponent(file.name));
    request.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded));
    request.addEventListener('load', () => {
      resolve(request.status >= 200 && request.status < 300 ? 'arrived' : request.status === 413 ? 'too-large' : 'failed');
    });
    request.addEventListener('error', () => resolve('failed'));
    request.addEventListener('abort', () => resolve('aborted'));
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

/** Downloads `files/ID` under a name. */
export function downloadFile(id: string, name: string): void {
  // Not added to the page, so that `useExternalLinks` doesn't handle its click.
  const link = document.createElement('a');
  link.href = `files/${encodeURIComponent(id)}`;
  link.download = name;
  link.click();
}

/** Prints the page at `files/ID`. */
export function printFile(id: string): void {
  // Removes a frame that missed its `afterprint` event.
  document.querySelector('.browser-print')?.remove();
  const frame = document.createElement('iframe');
  frame.className = 'browser-print';
  frame.title = browserPageText.printFrame;
  frame.ariaHidden = 'true';
  frame.tabIndex = -1;
  frame.src = `files/${encodeURIComponent(id)}`;
  frame.addEventListener('load', () => {
    frame.contentWindow?.addEventListener('afterprint', () => frame.remove());
    frame.contentWindow?.print();
  });
  document.body.append(frame);
}
