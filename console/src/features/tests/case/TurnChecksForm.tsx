import { Autocomplete, Button, Group, Input, Menu, Stack, Text } from '@mantine/core'
import { toolNames } from '@parley/definition'
import { IconPlus } from '@tabler/icons-react'
import { strings } from '#i18n/tests.ts'
import { LintedCaseField, NumberField, OwnFindings, TextField } from './CaseFields.tsx'
import { CheckInput, type CheckName, checkNames, createBlankCheck, isCheck, RemovableCheck } from './CheckField.tsx'
import { type DraftPath, readDraftText, valueAtPath } from './case-draft.ts'
import { changeTurnChecks, listTurnChecks } from './case-turns.ts'
import { KeyValueFields } from './KeyValueFields.tsx'
import { useCaseEditing } from './useCaseEditor.ts'

const { checks: texts } = strings

/** Checks that only a single turn has, with the value that they begin with. */
const blankTurnChecks = {
  'tool.called': { name: '' },
  'latency.under': { milliseconds: 5000 },
  'cost.under': { amount: 0.01, currency: 'USD' },
}
type TurnOnlyCheck = keyof typeof blankTurnChecks
const turnOnlyChecks = Object.keys(blankTurnChecks) as TurnOnlyCheck[]
const isTurnOnly = (name: string): name is TurnOnlyCheck => Object.hasOwn(blankTurnChecks, name)

const maxChecks = 20

type Props = { path: DraftPath; place: number }

/** The checks of the reply to one turn. */
export function TurnChecksForm({ path, place }: Props) {
  const { draft, set, readOnly } = useCaseEditing()
  const turn = valueAtPath(draft, path)
  const checks = listTurnChecks(turn)
  const remove = (removed: number) =>
    set(
      path,
      changeTurnChecks(turn, (all) => all.filter((_, index) => index !== removed)),
    )
  return (
    <Stack gap="xs" role="group" aria-label={texts.ofTurn(place + 1)}>
      {checks.length > 0 && (
        <Text size="xs" className="quiet">
          {texts.ofReply}
        </Text>
      )}
      {checks.map((name, index) => {
        const at = [...path, 'expect', index]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a check may occur twice
          <Stack key={index} gap={4}>
            <RemovableCheck label={texts.names[name] ?? name} remove={() => remove(index)}>
              <TurnCheckInput name={name} path={[...at, name]} />
            </RemovableCheck>
            <OwnFindings path={at} />
          </Stack>
        )
      })}
      {!readOnly && checks.length < maxChecks && <AddCheck path={path} place={place} />}
    </Stack>
  )
}

function TurnCheckInput({ name, path }: { name: string; path: DraftPath }) {
  if (isCheck(name)) return <CheckInput name={name} path={path} />
  if (!isTurnOnly(name))
    return (
      <Text size="sm" className="quiet">
        {texts.unknown(name)}
      </Text>
    )
  if (name === 'tool.called') return <ToolCalled path={path} />
  if (name === 'latency.under')
    return (
      <NumberField
        path={[...path, 'milliseconds']}
        label={texts.names[name] ?? name}
        description={texts.milliseconds}
        min={1}
        stays
      />
    )
  return (
    <Input.Wrapper label={texts.names[name]} labelElement="div">
      <Group grow align="flex-start">
        <NumberField path={[...path, 'amount']} label={texts.amount} min={0} decimal stays />
        <TextField path={[...path, 'currency']} label={texts.currency} stays />
      </Group>
    </Input.Wrapper>
  )
}

function ToolCalled({ path }: { path: DraftPath }) {
  return (
    <Input.Wrapper label={texts.names['tool.called']} labelElement="div">
      <Stack gap="xs">
        <Group grow align="flex-start">
          <ToolName path={[...path, 'name']} />
          <NumberField path={[...path, 'order']} label={texts.order} description={texts.orderHint} min={1} />
        </Group>
        <KeyValueFields
          path={[...path, 'with']}
          label={texts.arguments}
          description={texts.argumentsHint}
          kind="json"
        />
      </Stack>
    </Input.Wrapper>
  )
}

function ToolName({ path }: { path: DraftPath }) {
  const { draft, set, errorAt, known } = useCaseEditing()
  return (
    <LintedCaseField path={path}>
      <Autocomplete
        label={texts.tool}
        description={texts.hints.toolsCalled}
        data={[...toolNames, ...known.integrations]}
        value={readDraftText(draft, path)}
        error={errorAt(path)}
        onChange={(name) => set(path, name)}
      />
    </LintedCaseField>
  )
}

function AddCheck({ path, place }: Props) {
  const { draft, set } = useCaseEditing()
  const add = (name: CheckName | TurnOnlyCheck) => {
    const value = isTurnOnly(name) ? blankTurnChecks[name] : createBlankCheck(name)
    set(
      path,
      changeTurnChecks(valueAtPath(draft, path), (all) => [...all, { [name]: value }]),
    )
  }
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={12} aria-hidden />}
          aria-label={texts.addTo(place + 1)}
          style={{ alignSelf: 'flex-start' }}
        >
          {texts.addToTurn}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {[...turnOnlyChecks, ...checkNames].map((name) => (
          <Menu.Item key={name} onClick={() => add(name)}>
            {texts.names[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
