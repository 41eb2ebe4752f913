import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { readObject, parseJson } from '../../../electron/contract/json.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea, TextField } from '../../ui/text-field.tsx';
import { runsText } from '../text.ts';
import { fieldsOfSchema, fieldTypes, parseChoices, schemaOf, type JsonField } from './json-fields.ts';

const text = runsText.answer;

type Schema = Readonly<Record<string, unknown>>;

const newField: JsonField = { name: '', type: 'string', description: '', choices: [], isRequired: true };

/** The fields of a JSON answer, built by clicking or written as a JSON Schema. */
export function JsonAnswer({ schema, onChange }: { readonly schema: Schema; readonly onChange: (schema: Schema) => void }) {
  const [fields, setFields] = useState(() => fieldsOfSchema(schema));
  const change = (next: readonly JsonField[]) => {
    setFields(next);
    onChange(schemaOf(next));
  };
  if (fields === undefined)
    return (
      <SchemaText
        schema={schema}
        onChange={onChange}
        onUseFields={() => {
          setFields(fieldsOfSchema(schema));
        }}
      />
    );
  const shown = fields.length === 0 ? [newField] : fields;
  return (
    <fieldset>
      <legend>{text.fields}</legend>
      <ul className="run-field-rows">
        {shown.map((field, index) => (
          <FieldRow
            // oxlint-disable-next-line react/no-array-index-key -- the name is being typed, and may be empty twice
            key={index}
            field={field}
            isDuplicate={field.name !== '' && shown.findIndex(({ name }) => name.trim() === field.name.trim()) !== index}
            onChange={(changed) => {
              change(shown.map((each, place) => (place === index ? changed : each)));
            }}
            onRemove={() => {
              change(shown.filter((_, place) => place !== index));
            }}
          />
        ))}
      </ul>
      <div className="run-row">
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          onClick={() => {
            change([...shown, newField]);
          }}
        >
          {text.addField}
        </Button>
        <Button
          size="sm"
          variant="quiet"
          onClick={() => {
            setFields(undefined);
          }}
        >
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
  readonly field: JsonField;
  readonly isDuplicate: boolean;
  readonly onChange: (field: JsonField) => void;
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
        onChange={(name) => {
          onChange({ ...field, name });
        }}
      />
      <Select
        label={text.fieldType}
        value={field.type}
        options={fieldTypes.map((value) => ({ value, label: text.types[value] }))}
        onChange={(type) => {
          onChange({ ...field, type });
        }}
      />
      {field.type === 'choice' ? (
        <ChoicesField
          choices={field.choices}
          onChange={(choices) => {
            onChange({ ...field, choices });
          }}
        />
      ) : (
        <TextField
          label={text.fieldDescription}
          value={field.description}
          onChange={(description) => {
            onChange({ ...field, description });
          }}
        />
      )}
      <Checkbox
        label={text.isRequired}
        isOn={field.isRequired}
        onChange={(isRequired) => {
          onChange({ ...field, isRequired });
        }}
      />
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
  const canUseFields = fieldsOfSchema(schema) !== undefined;
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
      <div className="run-row">
        <Button size="sm" variant="quiet" isDisabled={!canUseFields || error !== undefined} onClick={onUseFields}>
          {text.buildFields}
        </Button>
        {!canUseFields && <p className="runs-muted">{text.fieldsUnavailable}</p>}
      </div>
    </>
  );
}
