import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { words } from '#words/tests.ts'
import { CheckField } from './CheckField.tsx'
import { blankCheck, type CheckName, checkNames, isCheck } from './checks.ts'
import { fieldsAt, isFields, listAt } from './draft.ts'
import { useEditing } from './editing.ts'
import { LongField, TextField, Whole } from './Fields.tsx'
import { RowActions } from './RowActions.tsx'
import { Section } from './Section.tsx'

const { checks: said, criteria: judged } = words
const checksAt = ['expect', 'checks']
const criteriaAt = ['expect', 'judge', 'criteria']

export function ExpectPart() {
  return (
    <Section title={words.case.expect} hint={words.case.expectHint}>
      <Whole path={['expect']} />
      <Checks />
      <Criteria />
    </Section>
  )
}

function Checks() {
  const { draft } = useEditing()
  const checks = Object.keys(fieldsAt(draft, checksAt))
  return (
    <Stack gap="sm">
      <Title order={3} size="h6">
        {said.title}
      </Title>
      {checks.length === 0 && <Text className="quiet">{said.none}</Text>}
      {checks.filter(isCheck).map((name) => (
        <CheckField key={name} name={name} path={[...checksAt, name]} />
      ))}
      {checks
        .filter((name) => !isCheck(name))
        .map((name) => (
          <Text key={name} size="sm" className="quiet">
            {said.unknown(name)}
          </Text>
        ))}
      <AddCheck there={checks} />
    </Stack>
  )
}

function AddCheck({ there }: { there: readonly string[] }) {
  const { set, readOnly } = useEditing()
  const left = checkNames.filter((name) => !there.includes(name))
  if (readOnly || left.length === 0) return null
  const add = (name: CheckName) => set([...checksAt, name], blankCheck(name))
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
        >
          {said.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {left.map((name) => (
          <Menu.Item key={name} onClick={() => add(name)}>
            {said.names[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Criteria() {
  const { draft, set, readOnly } = useEditing()
  const criteria = listAt(draft, criteriaAt)
  const add = () => set(criteriaAt, [...criteria, { id: freeId(criteria), text: '' }])
  return (
    <Stack gap="sm">
      <div>
        <Title order={3} size="h6">
          {judged.title}
        </Title>
        <Text size="sm" className="quiet">
          {judged.hint}
        </Text>
      </div>
      {criteria.length === 0 && <Text className="quiet">{judged.none}</Text>}
      {criteria.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its id is being written
        <Criterion key={place} place={place} />
      ))}
      {!readOnly && criteria.length < 20 && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
          style={{ alignSelf: 'flex-start' }}
        >
          {judged.add}
        </Button>
      )}
    </Stack>
  )
}

function Criterion({ place }: { place: number }) {
  const path = [...criteriaAt, place]
  return (
    <Group align="flex-end" wrap="nowrap" gap="xs">
      <Stack gap={4} flex={1}>
        <LongField path={[...path, 'text']} label={judged.text(place + 1)} rows={1} stays />
        <TextField path={[...path, 'id']} label={judged.id(place + 1)} stays />
      </Stack>
      <RowActions list={criteriaAt} place={place} name={judged.text(place + 1)} />
    </Group>
  )
}

/** `criterion-2` where another is called so already. */
function freeId(criteria: readonly unknown[]): string {
  const taken = criteria.map((one) => (isFields(one) ? one.id : undefined))
  let next = criteria.length + 1
  while (taken.includes(`criterion-${next}`)) next += 1
  return `criterion-${next}`
}
