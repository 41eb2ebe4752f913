import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { recipeLimits } from '../../../electron/contract/constants.ts';
import type { Recipe, RunTemplate } from '../../../electron/contract/run-recipe.ts';
import { useSession } from '../../state/session.ts';
import { useStore } from '../../state/store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SegmentedControl } from '../../ui/radio-group.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { PromptPreview } from './prompt-preview.tsx';
import { createPartId, insertAt, type StepProps } from './recipe.ts';
import { runEditorText } from './text.ts';

const text = runEditorText.prompt;
const noColumn = '';
const maxChips = 60;

/** Edits the templates and shows a preview of the request. */
export function PromptStep({ run, draft }: StepProps) {
  const { recipe } = useStore(draft.state);
  const { kind, templates } = recipe;
  const columns = run.table?.columns ?? [];
  const setTemplate = (template: RunTemplate) => {
    draft.change({ templates: templates.map((each) => (each.id === template.id ? template : each)) });
  };
  const add = () => {
    const named = templates.map((template, index) =>
      index === 0 && templates.length === 1 ? { ...template, name: text.template(1) } : template,
    );
    const last = templates.at(-1);
    const id = createPartId('p', templates);
    const template = { id, name: text.template(templates.length + 1), system: last?.system ?? '', user: last?.user ?? '' };
    draft.change({ templates: [...named, template] });
  };
  if (kind === 'batch')
    return (
      <>
        <p>{text.batch}</p>
        <PromptPreview run={run} draft={draft} />
      </>
    );
  return (
    <>
      <div className="run-row row wrap">
        <SegmentedControl
          label={text.kind}
          value={kind}
          options={[
            { value: 'chat', label: text.chat },
            { value: 'text', label: text.text },
          ]}
          onChange={(value) => draft.change({ kind: value })}
        />
        {kind === 'text' && <p className="muted small">{text.textHint}</p>}
      </div>
      {templates.map((template) => (
        <TemplateFields
          key={template.id}
          template={template}
          kind={kind}
          columns={columns}
          isOnlyTemplate={templates.length === 1}
          onChange={setTemplate}
          onRemove={() => draft.change({ templates: templates.filter(({ id }) => id !== template.id) })}
        />
      ))}
      <div className="run-row row wrap">
        <Button size="sm" variant="quiet" icon={<Plus aria-hidden />} isDisabled={templates.length >= recipeLimits.templates} onClick={add}>
          {text.addTemplate}
        </Button>
      </div>
      <AttachmentField run={run} recipe={recipe} draft={draft} />
      <PromptPreview run={run} draft={draft} />
    </>
  );
}

function AttachmentField({ run, recipe, draft }: StepProps & { readonly recipe: Recipe }) {
  const columns = run.table?.columns ?? [];
  const canAttach = run.table?.hasFolder ?? false;
  if (columns.length === 0 && recipe.attachmentColumn === null) return null;
  return (
    <ColumnSelect
      label={text.attachments}
      description={canAttach ? text.attachmentsHint : text.attachmentsUnavailable}
      isDisabled={!canAttach && recipe.attachmentColumn === null}
      columns={columns}
      value={recipe.attachmentColumn}
      onChange={(attachmentColumn) => draft.change({ attachmentColumn })}
    />
  );
}

/** Chooses a column or none. Includes the chosen one even if the table doesn't have it. */
export function ColumnSelect({
  columns,
  value,
  onChange,
  ...field
}: {
  readonly label: string;
  readonly description: string;
  readonly isDisabled?: boolean;
  readonly columns: readonly string[];
  readonly value: string | null;
  readonly onChange: (column: string | null) => void;
}) {
  const names = value === null || columns.includes(value) ? columns : [value, ...columns];
  return (
    <Select
      {...field}
      value={value ?? noColumn}
      options={[{ value: noColumn, label: text.noColumn }, ...names.map((column) => ({ value: column, label: column }))]}
      onChange={(column) => onChange(column === noColumn ? null : column)}
    />
  );
}

type FieldName = 'system' | 'user';

/** Edits one template. */
function TemplateFields({
  template,
  kind,
  columns,
  isOnlyTemplate,
  onChange,
  onRemove,
}: {
  readonly template: RunTemplate;
  readonly kind: 'chat' | 'text';
  readonly columns: readonly string[];
  readonly isOnlyTemplate: boolean;
  readonly onChange: (template: RunTemplate) => void;
  readonly onRemove: () => void;
}) {
  const session = useSession();
  const prompts = useStore(session.library).value?.prompts ?? [];
  const fields = useRef<HTMLDivElement>(null);
  /** The caret of the last focused field, where a column is inserted. */
  const caret = useRef<{ readonly name: FieldName; readonly start: number; readonly end: number } | null>(null);
  const saveCaret = (name: FieldName) => (event: { readonly currentTarget: HTMLTextAreaElement }) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    caret.current = { name, start: selectionStart, end: selectionEnd };
  };
  const caretProps = (name: FieldName) => ({ onSelect: saveCaret(name), onBlur: saveCaret(name), 'data-field': name });
  const insert = (inserted: string) => {
    const { name, start, end } = caret.current ?? { name: 'user' as const, start: template.user.length, end: template.user.length };
    const changed = insertAt(template[name], start, end, inserted);
    flushSync(() => {
      onChange({ ...template, [name]: changed.text });
    });
    const field = fields.current?.querySelector<HTMLTextAreaElement>(`textarea[data-field="${name}"]`);
    field?.focus();
    field?.setSelectionRange(changed.caret, changed.caret);
    caret.current = { name, start: changed.caret, end: changed.caret };
  };
  return (
    <div ref={fields} className={isOnlyTemplate ? 'run-step-body run-parts' : 'run-card run-parts'}>
      {!isOnlyTemplate && (
        <div className="run-card-head row">
          <TextField
            label={text.templateName}
            isLabelHidden
            value={template.name}
            maxLength={120}
            onChange={(name) => onChange({ ...template, name })}
          />
          <IconButton label={text.removeTemplate(template.name)} size="sm" icon={<X aria-hidden />} onClick={onRemove} />
        </div>
      )}
      {kind === 'chat' && (
        <TextArea
          label={text.system}
          description={text.systemHint}
          value={template.system}
          rows={2}
          {...caretProps('system')}
          onChange={(system) => onChange({ ...template, system })}
        />
      )}
      <TextArea
        label={kind === 'chat' ? text.user : text.userText}
        value={template.user}
        rows={4}
        placeholder={text.userPlaceholder}
        {...caretProps('user')}
        onChange={(user) => onChange({ ...template, user })}
      />
      <fieldset className="run-chips row wrap" aria-label={text.columns}>
        {columns.length === 0 && <span className="muted small">{text.noColumns}</span>}
        {columns.slice(0, maxChips).map((column) => (
          <button
            key={column}
            type="button"
            className="run-chip tiny cut"
            aria-label={text.insert(column)}
            onClick={() => insert(`{{${column}}}`)}
          >
            {column}
          </button>
        ))}
        {columns.length > maxChips && <span className="muted small">{text.moreColumns(columns.length - maxChips)}</span>}
        <Menu
          trigger={
            <Button size="sm" variant="quiet" isDisabled={prompts.length === 0} title={prompts.length === 0 ? text.noPrompts : undefined}>
              {text.library}
            </Button>
          }
          entries={prompts.map((prompt) => ({
            kind: 'action',
            label: prompt.name,
            onSelect: () => insert(prompt.text),
          }))}
        />
      </fieldset>
    </div>
  );
}
