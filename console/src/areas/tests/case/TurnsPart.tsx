import { Box, Button, Group, Select, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { words } from '#words/tests.ts'
import { at, listAt, type Path } from './draft.ts'
import { useEditing } from './editing.ts'
import { ChoiceField, choices, ListField, LongField, NumberField, TextField, Whole } from './Fields.tsx'
import { RowActions } from './RowActions.tsx'
import { Section } from './Section.tsx'
import { kindOf, systemEvents, type TurnKind, tappedActions, turnedInto, turnKinds } from './turns.ts'

const { turn: said } = words
const list = ['turns']

export function TurnsPart() {
  const { draft, set, readOnly } = useEditing()
  const turns = listAt(draft, list)
  return (
    <Section title={words.case.turns} hint={words.case.turnsHint}>
      <Whole path={list} />
      <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {turns.map((_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are known by their place
          <Turn key={place} place={place} />
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
          {said.add}
        </Button>
      )}
    </Section>
  )
}

function Turn({ place }: { place: number }) {
  const { draft, set } = useEditing()
  const path: Path = ['turns', place]
  const turn = at(draft, path)
  const kind = kindOf(turn)
  return (
    <Box component="li" p="xs" style={frame}>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap">
          <Select
            aria-label={said.kind(place + 1)}
            size="xs"
            w={210}
            data={choices(turnKinds, said.kinds)}
            value={kind}
            allowDeselect={false}
            onChange={(next) => next && set(path, turnedInto(turn, next as TurnKind))}
          />
          <RowActions list={list} place={place} name={said.name(place + 1)} />
        </Group>
        <Fields kind={kind} path={path} />
        {kind !== 'says' && <Whole path={path} />}
      </Stack>
    </Box>
  )
}

const frame = { border: '1px solid var(--mantine-color-default-border)', borderRadius: 'var(--mantine-radius-md)' }

function Fields({ kind, path }: { kind: TurnKind; path: Path }) {
  const fallback = (
    <LongField path={[...path, 'fallback']} label={said.fallback} description={said.fallbackHint} rows={1} />
  )
  switch (kind) {
    case 'says':
      return <Says path={path} />
    case 'chip':
      return (
        <>
          <TextField path={[...path, 'chip']} label={said.chip} description={said.chipHint} stays />
          {fallback}
        </>
      )
    case 'slot':
      return (
        <>
          <NumberField path={[...path, 'slot']} label={said.slot} description={said.slotHint} min={0} max={50} stays />
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

/** The turn itself is the text. */
function Says({ path }: { path: Path }) {
  return <LongField path={path} label={said.text} rows={1} stays />
}

function Answer({ path }: { path: Path }) {
  const { draft, set } = useEditing()
  return (
    <Select
      label={said.answer}
      data={[
        { value: 'yes', label: said.yes },
        { value: 'no', label: said.no },
      ]}
      value={at(draft, path) === true ? 'yes' : 'no'}
      allowDeselect={false}
      onChange={(answer) => set(path, answer === 'yes')}
    />
  )
}

function OtherFields({ kind, path }: { kind: TurnKind; path: Path }) {
  if (kind === 'system') {
    const data = choices(systemEvents, said.systemEvents)
    return <ChoiceField path={[...path, 'system']} label={said.event} data={data} stays />
  }
  if (kind === 'action') {
    return (
      <Group grow align="flex-start">
        <ChoiceField path={[...path, 'action']} label={said.action} data={choices(tappedActions, said.actions)} stays />
        <TextField path={[...path, 'label']} label={said.label} />
      </Group>
    )
  }
  if (kind === 'media') {
    return (
      <>
        <Group grow align="flex-start">
          <ChoiceField
            path={[...path, 'media']}
            label={said.media}
            data={choices(['image', 'video'], said.medias)}
            stays
          />
          <TextField path={[...path, 'url']} label={said.url} type="url" stays />
        </Group>
        <LongField path={[...path, 'text']} label={said.caption} rows={1} />
      </>
    )
  }
  const simulate = [...path, 'simulate']
  return (
    <>
      <LongField path={[...simulate, 'goal']} label={said.goal} stays />
      <LongField path={[...simulate, 'persona']} label={said.simulatedPersona} rows={1} />
      <ListField path={[...simulate, 'knows']} label={said.knows} most={20} />
      <Group grow align="flex-start">
        <TextField path={[...simulate, 'until']} label={said.until} />
        <NumberField path={[...simulate, 'maxTurns']} label={said.maxTurns} min={1} max={20} />
      </Group>
    </>
  )
}
