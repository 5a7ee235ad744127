import { ActionIcon, Box, Group, Input, MultiSelect, SegmentedControl, TagsInput } from '@mantine/core'
import { toolNames } from '@parley/definition'
import { partKinds } from '@parley/testcase'
import { IconX } from '@tabler/icons-react'
import { words } from '#words/tests.ts'
import { type CheckName, checkKinds, leastOf } from './checks.ts'
import { at, type Path, textsAt } from './draft.ts'
import { Entries } from './Entries.tsx'
import { useEditing } from './editing.ts'
import { ChoiceField, choices, NumberField, Told } from './Fields.tsx'
import { systemEvents } from './turns.ts'

const { checks: said } = words
type Given = { name: CheckName; path: Path }

/** One check: what it takes, and how to do without it. */
export function CheckField({ name, path }: Given) {
  const { set, readOnly } = useEditing()
  const label = said.names[name] ?? name
  return (
    <Group align="flex-start" wrap="nowrap" gap="xs">
      <Box flex={1} miw={0}>
        <Taking name={name} path={path} />
      </Box>
      {!readOnly && (
        <ActionIcon
          variant="subtle"
          color="gray"
          mt={2}
          aria-label={words.remove(label)}
          onClick={() => set(path, undefined)}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}

function Taking({ name, path }: Given) {
  const { known } = useEditing()
  const label = said.names[name] ?? name
  const hint = said.hints[name]
  switch (checkKinds[name]) {
    case 'flag':
      return <Flag path={path} label={label} />
    case 'count':
      return <NumberField path={path} label={label} min={leastOf(name)} stays />
    case 'playbook':
      return (
        <ChoiceField
          path={path}
          label={label}
          data={known.playbooks.map(({ id, name: shown }) => ({ value: id, label: shown }))}
          stays
        />
      )
    case 'values':
      return <Entries path={path} label={label} description={hint} stays />
    case 'counts':
      return <Entries path={path} label={label} description={hint} numeric stays />
    case 'range':
      return (
        <Input.Wrapper label={label} labelElement="div">
          <Group grow align="flex-start">
            <NumberField path={[...path, 'min']} label={said.min} min={0} />
            <NumberField path={[...path, 'max']} label={said.max} min={0} />
          </Group>
        </Input.Wrapper>
      )
    default:
      return <Listed name={name} path={path} />
  }
}

function Flag({ path, label }: { path: Path; label: string }) {
  const { draft, set, readOnly } = useEditing()
  return (
    <Told path={path}>
      <Group justify="space-between" gap="xs">
        <Input.Label component="span">{label}</Input.Label>
        <SegmentedControl
          size="xs"
          aria-label={label}
          disabled={readOnly}
          data={[
            { value: 'yes', label: said.yes },
            { value: 'no', label: said.no },
          ]}
          value={at(draft, path) === false ? 'no' : 'yes'}
          onChange={(answer) => set(path, answer === 'yes')}
        />
      </Group>
    </Told>
  )
}

function Listed({ name, path }: Given) {
  const { draft, set, known, errorAt } = useEditing()
  const kind = checkKinds[name]
  const shared = {
    label: said.names[name] ?? name,
    description: said.hints[name],
    value: textsAt(draft, path),
    error: errorAt(path),
    onChange: (values: string[]) => set(path, values),
  }
  const vocabulary = {
    parts: choices(partKinds, said.parts),
    systems: choices(systemEvents, words.turn.systemEvents),
  }
  return (
    <Told path={path}>
      {kind === 'parts' || kind === 'systems' ? (
        <MultiSelect {...shared} data={vocabulary[kind]} />
      ) : (
        <TagsInput {...shared} splitChars={[]} data={kind === 'tools' ? [...toolNames, ...known.integrations] : []} />
      )}
    </Told>
  )
}
