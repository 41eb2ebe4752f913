import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { modelsFor, unavailableReason } from '../../state/model-choice.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/progress.tsx';
import { useChat } from '../chat.ts';
import type { ImageUse } from './image-use.ts';
import { imagesText } from './text.ts';

const text = imagesText.notes;

/** What the user should know before images are sent, with what they can do about it. */
export function ImageNotes({ use: { model, support, beyondLimit, dropsTools } }: { readonly use: ImageUse }) {
  const session = useSession();
  if (model === undefined) return null;
  return (
    <>
      {support === 'checking' && <Spinner label={text.checking(model.id)} />}
      {support === 'unknown' && <p className="image-note muted small">{text.unknown(model.id)}</p>}
      {support === 'unsupported' && <UnsupportedNote model={model.id} />}
      {beyondLimit > 0 && <p className="image-note muted small">{text.beyondLimit(model.id, model.imagesPerRequest ?? 0, beyondLimit)}</p>}
      {dropsTools && (
        <div className="image-note row wrap muted small">
          <output>{text.noTools}</output>
          <Button
            size="sm"
            onClick={() => void session.changeSettings({ chat: { ...session.settings.read().chat, offersToolsWithImages: true } })}
          >
            {text.offerTools}
          </Button>
        </div>
      )}
    </>
  );
}

/** Leads to a model that sees images. */
function UnsupportedNote({ model }: { readonly model: string }) {
  const chat = useChat();
  const connection = useStore(useSession().connection);
  if (connection.state !== 'ready') return null;
  const other = modelsFor(connection, 'chat').find(
    (each) => each.seesImages === true && unavailableReason(each, connection.mode) === undefined,
  );
  return (
    <div className="image-note row wrap small">
      <output>{text.unsupported(model)}</output>
      {other !== undefined && (
        <Button
          size="sm"
          onClick={() => {
            chat.settings.change({ model: other.id });
            chat.focusComposer();
          }}
        >
          {text.switchTo(other.id)}
        </Button>
      )}
      {other === undefined && (
        <Button size="sm" onClick={chat.modelPickerRequest.request}>
          {text.chooseModel}
        </Button>
      )}
    </div>
  );
}
