import { Box, Button, Group, Select, Stack } from '@mantine/core'
import { sentMediaKinds, systemNames, tappedActions } from '@parley/testcase/vocabulary'
import { IconPlus } from '@tabler/icons-react'
import { strings } from '#i18n/tests.ts'
import { ChoiceField, ListField, LongField, NumberField, OwnFindings, TextField, toChoices } from './CaseFields.tsx'
import { CaseSection, RowActions } from './CaseLayout.tsx'
import { type DraftPath, readDraftList, valueAtPath } from './case-draft.ts'
import { convertTurn, type TurnKind, turnKindOf, turnKinds } from './case-turns.ts'
import { TurnChecksForm } from './TurnChecksForm.tsx'
import { useCaseEditing } from './useCaseEditor.ts'

const { turn: texts } = strings
const list = ['turns']

export function TurnsPart() {
  const { draft, set, readOnly } = useCaseEditing()
  const turns = readDraftList(draft, list)
  return (
    <CaseSection title={strings.case.turns} hint={strings.case.turnsHint}>
      <OwnFindings path={list} />
      <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {turns.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies turns
          <Turn key={index} place={index} />
        ))}
      </Stack>
      {!readOnly && turns.length < 40 && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set(list, [...turns, ''])}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.add}
        </Button>
      )}
    </CaseSection>
  )
}

function Turn({ place }: { place: number }) {
  const { draft, set } = useCaseEditing()
  const path: DraftPath = ['turns', place]
  const turn = valueAtPath(draft, path)
  const kind = turnKindOf(turn)
  return (
    <Box component="li" p="xs" style={frame}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Select
            aria-label={texts.kind(place + 1)}
            size="xs"
            w={210}
            data={toChoices(turnKinds, texts.kinds)}
            value={kind}
            allowDeselect={false}
            onChange={(next) => next && set(path, convertTurn(turn, next as TurnKind))}
          />
          <RowActions list={list} place={place} name={texts.name(place + 1)} />
        </Group>
        <Fields kind={kind} path={path} />
        {(kind !== 'says' || typeof turn !== 'string') && <OwnFindings path={path} />}
        <TurnChecksForm path={path} place={place} />
      </Stack>
    </Box>
  )
}

const frame = { border: '1px solid var(--mantine-color-default-border)', borderRadius: 'var(--mantine-radius-md)' }

function Fields({ kind, path }: { kind: TurnKind; path: DraftPath }) {
  const fallback = (
    <LongField path={[...path, 'fallback']} label={texts.fallback} description={texts.fallbackHint} rows={1} />
  )
  switch (kind) {
    case 'says':
      return <Says path={path} />
    case 'chip':
      return (
        <>
          <TextField path={[...path, 'chip']} label={texts.chip} description={texts.chipHint} stays />
          {fallback}
        </>
      )
    case 'slot':
      return (
        <>
          <NumberField
            path={[...path, 'slot']}
            label={texts.slot}
            description={texts.slotHint}
            min={0}
            max={50}
            stays
          />
          {fallback}
        </>
      )
    case 'confirm':
      return (
        <>
          <Answer path={[...path, 'confirm']} />
          {fallback}
        </>
      )
    default:
      return <OtherFields kind={kind} path={path} />
  }
}

/** The turn itself is the text, unless it has checks. */
function Says({ path }: { path: DraftPath }) {
  const { draft } = useCaseEditing()
  const isText = typeof valueAtPath(draft, path) === 'string'
  return <LongField path={isText ? path : [...path, 'text']} label={texts.text} rows={1} stays />
}

function Answer({ path }: { path: DraftPath }) {
  const { draft, set } = useCaseEditing()
  return (
    <Select
      label={texts.answer}
      data={[
        { value: 'yes', label: texts.yes },
        { value: 'no', label: texts.no },
      ]}
      value={valueAtPath(draft, path) === true ? 'yes' : 'no'}
      allowDeselect={false}
      onChange={(answer) => set(path, answer === 'yes')}
    />
  )
}

function OtherFields({ kind, path }: { kind: TurnKind; path: DraftPath }) {
  if (kind === 'system') {
    const data = toChoices(systemNames, texts.systemNames)
    return <ChoiceField path={[...path, 'system']} label={texts.event} data={data} stays />
  }
  if (kind === 'action') {
    return (
      <Group grow align="flex-start">
        <ChoiceField
          path={[...path, 'action']}
          label={texts.action}
          data={toChoices(tappedActions, texts.actions)}
          stays
        />
        <TextField path={[...path, 'label']} label={texts.label} />
      </Group>
    )
  }
  if (kind === 'media') {
    return (
      <>
        <Group grow align="flex-start">
          <ChoiceField
            path={[...path, 'media']}
            label={texts.media}
            data={toChoices(sentMediaKinds, texts.medias)}
            stays
          />
          <TextField path={[...path, 'url']} label={texts.url} type="url" stays />
        </Group>
        <LongField path={[...path, 'text']} label={texts.caption} rows={1} />
      </>
    )
  }
  if (kind === 'wait')
    return (
      <NumberField
        path={[...path, 'wait', 'minutes']}
        label={texts.minutes}
        description={texts.minutesHint}
        min={1}
        max={525_600}
        stays
      />
    )
  const simulate = [...path, 'simulate']
  return (
    <>
      <LongField path={[...simulate, 'goal']} label={texts.goal} stays />
      <LongField path={[...simulate, 'persona']} label={texts.simulatedPersona} rows={1} />
      <ListField path={[...simulate, 'knows']} label={texts.knows} most={20} />
      <Group grow align="flex-start">
        <TextField path={[...simulate, 'until']} label={texts.until} />
        <NumberField path={[...simulate, 'maxTurns']} label={texts.maxTurns} min={1} max={20} />
      </Group>
    </>
  )
}
