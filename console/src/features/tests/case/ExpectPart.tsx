import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { strings } from '#i18n/tests.ts'
import { LongField, OwnFindings, TextField } from './CaseFields.tsx'
import { CaseSection, RowActions } from './CaseLayout.tsx'
import { CheckField, type CheckName, checkNames, createBlankCheck, isCheck } from './CheckField.tsx'
import { isPlainObject, readDraftFields, readDraftList } from './case-draft.ts'
import { useCaseEditing } from './useCaseEditor.ts'

const { checks: texts, criteria: judged } = strings
const checksAt = ['expect', 'checks']
const criteriaAt = ['expect', 'judge', 'criteria']

export function ExpectPart() {
  return (
    <CaseSection title={strings.case.expect} hint={strings.case.expectHint}>
      <OwnFindings path={['expect']} />
      <Checks />
      <Criteria />
    </CaseSection>
  )
}

function Checks() {
  const { draft } = useCaseEditing()
  const checks = Object.keys(readDraftFields(draft, checksAt))
  return (
    <Stack gap="sm">
      <Title order={3} size="h6">
        {texts.title}
      </Title>
      {checks.length === 0 && <Text className="quiet">{texts.none}</Text>}
      {checks.filter(isCheck).map((name) => (
        <CheckField key={name} name={name} path={[...checksAt, name]} />
      ))}
      {checks
        .filter((name) => !isCheck(name))
        .map((name) => (
          <Text key={name} size="sm" className="quiet">
            {texts.unknown(name)}
          </Text>
        ))}
      <AddCheck there={checks} />
    </Stack>
  )
}

function AddCheck({ there }: { there: readonly string[] }) {
  const { set, readOnly } = useCaseEditing()
  const left = checkNames.filter((name) => !there.includes(name))
  if (readOnly || left.length === 0) return null
  const add = (name: CheckName) => set([...checksAt, name], createBlankCheck(name))
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.add}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {left.map((name) => (
          <Menu.Item key={name} onClick={() => add(name)}>
            {texts.names[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Criteria() {
  const { draft, set, readOnly } = useCaseEditing()
  const criteria = readDraftList(draft, criteriaAt)
  const add = () => set(criteriaAt, [...criteria, { id: createCriterionId(criteria), text: '' }])
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
      {criteria.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the id changes while the user types it
        <Criterion key={index} place={index} />
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

/** `criterion-2` if that name is taken. */
function createCriterionId(criteria: readonly unknown[]): string {
  const usedIds = criteria.map((one) => (isPlainObject(one) ? one.id : undefined))
  let next = criteria.length + 1
  while (usedIds.includes(`criterion-${next}`)) next += 1
  return `criterion-${next}`
}
