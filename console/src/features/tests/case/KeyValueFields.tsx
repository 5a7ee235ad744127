import { ActionIcon, Button, Group, Input, NumberInput, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/tests.ts'
import { LintedCaseField } from './CaseFields.tsx'
import { type DraftPath, formatWrittenValue, parseWrittenValue, readDraftFields } from './case-draft.ts'
import { useCaseEditing } from './useCaseEditor.ts'

const { scenario: texts } = strings

type ValueKind = 'text' | 'number' | 'json'
type Props = {
  path: DraftPath
  label: string
  description?: string
  /** Default: text. `json` reads numbers, yes and no, lists and objects as such. */
  kind?: ValueKind
  /** Keeps an empty value. */
  stays?: boolean
}

/** A map of names to values. */
export function KeyValueFields({ path, label, description, kind = 'text', stays }: Props) {
  const { draft, set, readOnly } = useCaseEditing()
  const entries = Object.entries(readDraftFields(draft, path))
  const write = (next: [string, unknown][]) =>
    set(path, next.length > 0 || stays ? Object.fromEntries(next) : undefined)
  const change = (index: number, entry: [string, unknown]) =>
    write(entries.map((before, other) => (other === index ? entry : before)))
  return (
    <LintedCaseField path={path}>
      <Input.Wrapper label={label} description={description} labelElement="div">
        <Stack gap={6} mt={4}>
          {entries.map(([name, value], index) => (
            <Entry
              // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while the user types it
              key={index}
              {...{ label, place: index, name, value, kind }}
              isNameUsed={(other) => entries.some(([key], at) => at !== index && key === other)}
              onChange={(entry) => change(index, entry)}
              onRemove={() => write(entries.filter((_, other) => other !== index))}
            />
          ))}
          {!readOnly && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              disabled={entries.some(([name]) => name === '')}
              aria-label={`${texts.addValue}: ${label}`}
              onClick={() => write([...entries, ['', kind === 'number' ? 1 : '']])}
              style={{ alignSelf: 'flex-start' }}
            >
              {texts.addValue}
            </Button>
          )}
        </Stack>
      </Input.Wrapper>
    </LintedCaseField>
  )
}

type EntryProps = {
  label: string
  place: number
  name: string
  value: unknown
  kind: ValueKind
  isNameUsed: (name: string) => boolean
  onChange: (entry: [string, unknown]) => void
  onRemove: () => void
}

function Entry({ label, place, name, value, kind, isNameUsed, onChange, onRemove }: EntryProps) {
  const { readOnly } = useCaseEditing()
  return (
    <Group gap={6} wrap="nowrap">
      <TextInput
        aria-label={texts.entryName(label, place + 1)}
        placeholder={texts.name}
        value={name}
        flex={1}
        onChange={({ currentTarget }) => !isNameUsed(currentTarget.value) && onChange([currentTarget.value, value])}
      />
      {kind === 'number' ? (
        <NumberInput
          aria-label={texts.entryValue(label, place + 1)}
          value={typeof value === 'number' ? value : 0}
          min={0}
          allowDecimal={false}
          flex={1}
          onChange={(next) => onChange([name, Number(next)])}
        />
      ) : (
        <WrittenValue
          label={texts.entryValue(label, place + 1)}
          value={value}
          isJson={kind === 'json'}
          onChange={(next) => onChange([name, next])}
        />
      )}
      {!readOnly && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={strings.remove(texts.entry(label, place + 1))}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

type WrittenValueProps = { label: string; value: unknown; isJson: boolean; onChange: (value: unknown) => void }

/** Keeps the text as it is typed while it means the same value: `1.0` does not become `1` under the cursor. */
function WrittenValue({ label, value, isJson, onChange }: WrittenValueProps) {
  const format = isJson ? formatWrittenValue : (other: unknown) => String(other ?? '')
  const parse = isJson ? parseWrittenValue : (text: string) => text
  const [typed, setTyped] = useState(() => format(value))
  const isCurrent = JSON.stringify(parse(typed)) === JSON.stringify(value)
  return (
    <TextInput
      aria-label={label}
      placeholder={texts.value}
      value={isCurrent ? typed : format(value)}
      flex={1}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onChange(parse(currentTarget.value))
      }}
    />
  )
}
