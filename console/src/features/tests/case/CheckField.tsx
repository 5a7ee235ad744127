import { ActionIcon, Box, Group, Input, MultiSelect, SegmentedControl, TagsInput } from '@mantine/core'
import { toolNames } from '@parley/definition'
import { type Checks, partKinds } from '@parley/testcase'
import { systemNames } from '@parley/testcase/vocabulary'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { strings } from '#i18n/tests.ts'
import { ChoiceField, LintedCaseField, NumberField, toChoices } from './CaseFields.tsx'
import { type DraftPath, readDraftTexts, valueAtPath } from './case-draft.ts'
import { KeyValueFields } from './KeyValueFields.tsx'
import { useCaseEditing } from './useCaseEditor.ts'

export type CheckName = keyof Checks
type CheckKind = 'flag' | 'count' | 'texts' | 'playbook' | 'values' | 'counts' | 'tools' | 'range' | 'systems' | 'parts'

/** The kind of value each check takes, in the order of the guide. */
const checkKinds: Record<CheckName, CheckKind> = {
  finalReplyNonEmpty: 'flag',
  textIncludes: 'texts',
  textExcludes: 'texts',
  textMatches: 'texts',
  chipsOnAnyTurn: 'texts',
  chipsOnLastMessage: 'flag',
  partsOnLastTurn: 'parts',
  pickerShown: 'flag',
  appointmentCreated: 'flag',
  activeAppointments: 'count',
  outcomes: 'texts',
  activePlaybookAtEnd: 'playbook',
  personFields: 'values',
  toolsCalled: 'counts',
  toolsNotCalled: 'tools',
  noWarnings: 'flag',
  maxModelCallsPerTurn: 'count',
  maxTurnsToOutcome: 'count',
  replyCount: 'range',
  noReplyTo: 'systems',
}

export const checkNames = Object.keys(checkKinds) as CheckName[]
export const isCheck = (name: string): name is CheckName => Object.hasOwn(checkKinds, name)
/** Smallest count that the API accepts. */
const minimumOf = (name: CheckName): number => (name.startsWith('max') ? 1 : 0)

export function createBlankCheck(name: CheckName): unknown {
  const kind = checkKinds[name]
  if (kind === 'flag') return true
  if (kind === 'count') return 1
  if (kind === 'playbook') return ''
  if (kind === 'range') return { min: 1 }
  return kind === 'values' || kind === 'counts' ? {} : []
}

const { checks: texts } = strings
type Props = { name: CheckName; path: DraftPath }

/** One check of the case: its value, and a button to remove it. */
export function CheckField({ name, path }: Props) {
  const { set } = useCaseEditing()
  return (
    <RemovableCheck label={texts.names[name] ?? name} remove={() => set(path, undefined)}>
      <CheckInput name={name} path={path} />
    </RemovableCheck>
  )
}

export function RemovableCheck({ label, remove, children }: { label: string; remove(): void; children: ReactNode }) {
  const { readOnly } = useCaseEditing()
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs">
      <Box flex={1} miw={0}>
        {children}
      </Box>
      {!readOnly && (
        <ActionIcon variant="subtle" color="gray" mt={2} aria-label={strings.remove(label)} onClick={remove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

export function CheckInput({ name, path }: Props) {
  const { known } = useCaseEditing()
  const label = texts.names[name] ?? name
  const hint = texts.hints[name]
  switch (checkKinds[name]) {
    case 'flag':
      return <Flag path={path} label={label} />
    case 'count':
      return <NumberField path={path} label={label} min={minimumOf(name)} stays />
    case 'playbook':
      return (
        <ChoiceField
          path={path}
          label={label}
          data={known.playbooks.map(({ id, name: playbookName }) => ({ value: id, label: playbookName }))}
          stays
        />
      )
    case 'values':
      return <KeyValueFields path={path} label={label} description={hint} stays />
    case 'counts':
      return <KeyValueFields path={path} label={label} description={hint} kind="number" stays />
    case 'range':
      return (
        <Input.Wrapper label={label} labelElement="div">
          <Group grow align="flex-start">
            <NumberField path={[...path, 'min']} label={texts.min} min={0} />
            <NumberField path={[...path, 'max']} label={texts.max} min={0} />
          </Group>
        </Input.Wrapper>
      )
    default:
      return <ListInput name={name} path={path} />
  }
}

function Flag({ path, label }: { path: DraftPath; label: string }) {
  const { draft, set, readOnly } = useCaseEditing()
  return (
    <LintedCaseField path={path}>
      <Group justify="space-between" gap="xs">
        <Input.Label component="span">{label}</Input.Label>
        <SegmentedControl
          size="xs"
          aria-label={label}
          disabled={readOnly}
          data={[
            { value: 'yes', label: texts.yes },
            { value: 'no', label: texts.no },
          ]}
          value={valueAtPath(draft, path) === false ? 'no' : 'yes'}
          onChange={(answer) => set(path, answer === 'yes')}
        />
      </Group>
    </LintedCaseField>
  )
}

function ListInput({ name, path }: Props) {
  const { draft, set, known, errorAt } = useCaseEditing()
  const kind = checkKinds[name]
  const shared = {
    label: texts.names[name] ?? name,
    description: texts.hints[name],
    value: readDraftTexts(draft, path),
    error: errorAt(path),
    onChange: (values: string[]) => set(path, values),
  }
  const vocabulary = {
    parts: toChoices(partKinds, texts.parts),
    systems: toChoices(systemNames, strings.turn.systemNames),
  }
  return (
    <LintedCaseField path={path}>
      {kind === 'parts' || kind === 'systems' ? (
        <MultiSelect {...shared} data={vocabulary[kind]} />
      ) : (
        <TagsInput {...shared} splitChars={[]} data={kind === 'tools' ? [...toolNames, ...known.integrations] : []} />
      )}
    </LintedCaseField>
  )
}
