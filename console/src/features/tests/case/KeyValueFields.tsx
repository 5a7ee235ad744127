import { ActionIcon, Button, Group, Input, NumberInput, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { strings } from '#i18n/tests.ts'
import { LintedCaseField } from './CaseFields.tsx'
import { type DraftPath, readDraftFields } from './case-draft.ts'
import { useCaseEditing } from './useCaseEditor.ts'

const { scenario: texts } = strings

type Props = {
  path: DraftPath
  label: string
  description?: string
  /** Numbers instead of text. */
  numeric?: boolean
  /** Keeps an empty value. */
  stays?: boolean
}

/** A map of names to values. */
export function KeyValueFields({ path, label, description, numeric, stays }: Props) {
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
              {...{ label, place: index, name, value, numeric }}
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
              onClick={() => write([...entries, ['', numeric ? 1 : '']])}
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
  numeric?: boolean
  isNameUsed: (name: string) => boolean
  onChange: (entry: [string, unknown]) => void
  onRemove: () => void
}

function Entry({ label, place, name, value, numeric, isNameUsed, onChange, onRemove }: EntryProps) {
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
      {numeric ? (
        <NumberInput
          aria-label={texts.entryValue(label, place + 1)}
          value={typeof value === 'number' ? value : 0}
          min={0}
          allowDecimal={false}
          flex={1}
          onChange={(next) => onChange([name, Number(next)])}
        />
      ) : (
        <TextInput
          aria-label={texts.entryValue(label, place + 1)}
          placeholder={texts.value}
          value={String(value ?? '')}
          flex={1}
          onChange={({ currentTarget }) => onChange([name, currentTarget.value])}
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
