import { useMemo, useState } from 'react';
import { diffWords, type DiffPiece } from '../shared/word-diff.ts';
import { useQuery } from '../state/query.ts';
import { useSession } from '../state/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Spinner } from '../ui/progress.tsx';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { Select } from '../ui/select.tsx';
import { excerptOf, type BranchRow } from './branch-rows.ts';
import { notebookText } from './text.ts';

const text = notebookText.compare;

/** Two branches side by side. */
export function CompareDialog({
  rows,
  currentId,
  onClose,
}: {
  readonly rows: readonly BranchRow[];
  readonly currentId: string | null;
  readonly onClose: () => void;
}) {
  const ends = rows.map(({ node }) => node.id);
  const current = currentId !== null && ends.includes(currentId) ? currentId : (ends.at(-1) ?? '');
  const [left, setLeft] = useState(current);
  const [right, setRight] = useState(ends.findLast((id) => id !== current) ?? current);
  const leftText = useBranchText(left);
  const rightText = useBranchText(right);
  const diff = useMemo(
    () => (leftText === undefined || rightText === undefined ? undefined : diffWords(leftText, rightText)),
    [leftText, rightText],
  );
  const options = rows.map((row, index) => ({ value: row.node.id, label: text.branch(index + 1, excerptOf(row)) }));
  const nameOf = (id: string) => options.find(({ value }) => value === id)?.label ?? '';
  return (
    <Dialog isOpen onOpenChange={onClose} title={text.title} description={text.hint} size="lg">
      <div className="compare-choices">
        <Select label={text.left} options={options} value={left} onChange={setLeft} />
        <Select label={text.right} options={options} value={right} onChange={setRight} />
      </div>
      {diff === undefined ? (
        <Spinner label={text.loading} />
      ) : (
        <>
          {leftText === rightText && <p className="muted small">{text.same}</p>}
          <div className="compare-sides">
            <Side name={nameOf(left)} pieces={diff.left} />
            <Side name={nameOf(right)} pieces={diff.right} />
          </div>
        </>
      )}
    </Dialog>
  );
}

function Side({ name, pieces }: { readonly name: string; readonly pieces: readonly DiffPiece[] }) {
  return (
    <ScrollRegion label={name} className="compare-side small">
      {pieces.map(({ text: piece, isUnique }, index) =>
        isUnique ? (
          // oxlint-disable-next-line react/no-array-index-key -- only its position identifies a piece
          <mark key={index} title={text.onlyHere}>
            {piece}
          </mark>
        ) : (
          piece
        ),
      )}
    </ScrollRegion>
  );
}

/** Reads the text at a message. Undefined while it is read. */
function useBranchText(messageId: string): string | undefined {
  const { bridge, attempt } = useSession();
  const { value, isCurrent } = useQuery(messageId, (signal) => attempt(bridge.call('history.notebookState', { messageId }, { signal })));
  return isCurrent && value ? value.prompt + value.continuation + value.suffix : undefined;
}
