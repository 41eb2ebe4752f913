import type { KeyboardEvent } from 'react';
import type { Token } from '../../electron/contract/tokens.ts';
import { AnchoredPopover } from '../ui/popover.tsx';
import { List } from '../ui/list.tsx';
import { formatLogprob, formatProbability, probabilityOf, surpriseOf, visibleToken } from './token-shading.ts';
import { sharedText } from './text.ts';
import './tokens.css';

const text = sharedText.tokens;

/** A token with its alternatives, and where it is drawn. */
export interface ShownToken {
  readonly token: Token;
  readonly anchor: DOMRect;
  /** Opened by a key, so that it takes the focus. */
  readonly isByKey: boolean;
}

/** The alternatives to a token with their probabilities. */
export function TokenPopup({
  shown: { token, anchor, isByKey },
  onTake,
  onMove,
  onClose,
  onPointerEnter,
  onPointerLeave,
  returnFocus,
}: {
  readonly shown: ShownToken;
  /** Takes an alternative by its index. Missing where the text can't be changed. */
  readonly onTake?: ((index: number) => void) | undefined;
  /** Shows the token before (-1) or after (1). */
  readonly onMove: (step: -1 | 1) => void;
  readonly onClose: () => void;
  readonly onPointerEnter?: (() => void) | undefined;
  readonly onPointerLeave?: (() => void) | undefined;
  readonly returnFocus: () => HTMLElement | null;
}) {
  const { alternatives, logprob } = token;
  const items = alternatives.map((alternative, index) => {
    const percent = formatProbability(alternative.logprob);
    return { ...alternative, id: String(index), percent, label: text.alternative(visibleToken(alternative.text), percent) };
  });
  const written = alternatives.findIndex((alternative) => alternative.text === token.text);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    onMove(event.key === 'ArrowLeft' ? -1 : 1);
  };
  return (
    <AnchoredPopover
      label={text.alternativesTo(visibleToken(token.text))}
      anchor={anchor}
      takesFocus={isByKey}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      returnFocus={returnFocus}
    >
      <div className="token-popup stack">
        <p className="token-popup-figures muted tiny">
          {logprob === null
            ? text.unknown
            : text.figures(formatProbability(logprob), formatLogprob(logprob), surpriseOf(logprob).toFixed(1))}
        </p>
        {items.length === 0 ? (
          <p className="token-popup-figures muted tiny">{text.none}</p>
        ) : (
          <List
            label={text.alternatives}
            items={items}
            selectedId={written === -1 ? undefined : String(written)}
            onSelect={({ id }) => {
              if (Number(id) === written) onClose();
              else onTake?.(Number(id));
            }}
            renderItem={({ text: own, logprob: figure, percent, id }) => (
              <span className="token-option">
                <span className="token-option-text small">
                  {visibleToken(own)}
                  {Number(id) === written && <span className="visually-hidden"> ({text.written})</span>}
                </span>
                <span className="token-option-bar" aria-hidden>
                  <span style={{ inlineSize: `${probabilityOf(figure) * 100}%` }} />
                </span>
                <span className="token-option-percent muted small">{percent}</span>
              </span>
            )}
          />
        )}
      </div>
    </AnchoredPopover>
  );
}
