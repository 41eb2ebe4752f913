import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { readObject, parseJson } from '../../../electron/contract/json.ts';
import { useRowFocus } from '../../ui/editable-list.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/toggle.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { parseSchema, fieldTypes, parseChoices, toSchema, type JsonField } from './json-fields.ts';
import { createPartId } from './recipe.ts';
import { runEditorText } from './text.ts';

const text = runEditorText.answer;

type Schema = Readonly<Record<string, unknown>>;

/** A field in the editor. Its id stays when others are removed, because several names may be the same. */
interface EditedField extends JsonField {
  readonly id: string;
}

function withId(field: JsonField, id: string): EditedField {
  return { ...field, id };
}

function newField(others: readonly EditedField[]): EditedField {
  return { id: createPartId('f', others), name: '', type: 'string', description: '', choices: [], isRequired: true };
}

/** Returns the fields of a schema, at least one, or undefined if fields can't represent it. */
function editedFields(schema: Schema): readonly EditedField[] | undefined {
  const fields = parseSchema(schema)?.map((field, index) => withId(field, `f${index + 1}`));
  return fields?.length === 0 ? [newField([])] : fields;
}

/** Edits the JSON Schema of the answer, as a list of fields or as text. */
export function JsonAnswer({ schema, onChange }: { readonly schema: Schema; readonly onChange: (schema: Schema) => void }) {
  const [fields, setFields] = useState(() => editedFields(schema));
  const list = useRowFocus();
  if (fields === undefined) return <SchemaText schema={schema} onChange={onChange} onUseFields={() => setFields(editedFields(schema))} />;
  const change = (next: readonly EditedField[]) => {
    setFields(next);
    onChange(toSchema(next));
  };
  const remove = (removed: EditedField) => {
    const others = fields.filter((field) => field !== removed);
    change(others.length === 0 ? [newField(fields)] : others);
  };
  return (
    <fieldset>
      <legend>{text.fields}</legend>
      <ul ref={list} className="run-field-rows stack plain-list">
        {fields.map((field, index) => (
          <FieldRow
            key={field.id}
            field={field}
            isDuplicate={field.name !== '' && fields.findIndex(({ name }) => name.trim() === field.name.trim()) !== index}
            onChange={(changed) => change(fields.map((each) => (each === field ? changed : each)))}
            onRemove={() => remove(field)}
          />
        ))}
      </ul>
      <div className="run-row row wrap">
        <Button size="sm" icon={<Plus aria-hidden />} onClick={() => change([...fields, newField(fields)])}>
          {text.addField}
        </Button>
        <Button size="sm" variant="quiet" onClick={() => setFields(undefined)}>
          {text.writeSchema}
        </Button>
      </div>
    </fieldset>
  );
}

function FieldRow({
  field,
  isDuplicate,
  onChange,
  onRemove,
}: {
  readonly field: EditedField;
  readonly isDuplicate: boolean;
  readonly onChange: (field: EditedField) => void;
  readonly onRemove: () => void;
}) {
  return (
    <li className="run-field-row">
      <TextField
        label={text.fieldName}
        value={field.name}
        maxLength={200}
        spellCheck={false}
        error={isDuplicate ? text.duplicateField : undefined}
        onChange={(name) => onChange({ ...field, name })}
      />
      <Select
        label={text.fieldType}
        value={field.type}
        options={fieldTypes.map((value) => ({ value, label: text.types[value] }))}
        onChange={(type) => onChange({ ...field, type })}
      />
      {field.type === 'choice' ? (
        <ChoicesField choices={field.choices} onChange={(choices) => onChange({ ...field, choices })} />
      ) : (
        <TextField
          label={text.fieldDescription}
          value={field.description}
          onChange={(description) => onChange({ ...field, description })}
        />
      )}
      <Checkbox label={text.isRequired} isOn={field.isRequired} onChange={(isRequired) => onChange({ ...field, isRequired })} />
      <IconButton label={text.removeField(field.name)} icon={<X aria-hidden />} onClick={onRemove} />
    </li>
  );
}

function ChoicesField({
  choices,
  onChange,
}: {
  readonly choices: readonly string[];
  readonly onChange: (choices: readonly string[]) => void;
}) {
  const [typed, setTyped] = useState(choices.join(', '));
  return (
    <TextField
      label={text.fieldChoices}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        onChange(parseChoices(next));
      }}
    />
  );
}

function SchemaText({
  schema,
  onChange,
  onUseFields,
}: {
  readonly schema: Schema;
  readonly onChange: (schema: Schema) => void;
  readonly onUseFields: () => void;
}) {
  const [typed, setTyped] = useState(() => JSON.stringify(schema, null, 2));
  const parsed = parseJson(typed);
  const canUseFields = parseSchema(schema) !== undefined;
  const error = parsed === undefined ? text.schemaInvalid : readObject(parsed) === undefined ? text.schemaNoObject : undefined;
  return (
    <>
      <TextArea
        label={text.schema}
        value={typed}
        spellCheck={false}
        data-mono
        rows={8}
        error={error}
        onChange={(next) => {
          setTyped(next);
          const value = readObject(parseJson(next));
          if (value !== undefined) onChange(value);
        }}
      />
      <div className="run-row row wrap">
        <Button size="sm" variant="quiet" isDisabled={!canUseFields || error !== undefined} onClick={onUseFields}>
          {text.buildFields}
        </Button>
        {!canUseFields && <p className="muted small">{text.fieldsUnavailable}</p>}
      </div>
    </>
  );
}
