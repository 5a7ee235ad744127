import { Autocomplete, Button, Group, NumberInput, Select, Stack, TagsInput, TextInput } from '@mantine/core'
import { parseCondition } from '@parley/definition'
import { useState } from 'react'
import { strings } from '#i18n/flow.ts'
import {
  type ChosenCondition,
  type ConditionTest,
  firstCondition,
  lastAction,
  listConditionOperands,
  needsValue,
  printChosenCondition,
  readChosenCondition,
  testsFor,
  withOperand,
  withTest,
} from '../model/condition-form.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'

const { condition: texts } = strings
const { labels } = texts

type Props = { studio: FlowEditorState; number: number; source: string; change: (source: string) => void }

/** A condition: a slot, a comparison and a value to choose; any other condition as text. */
export function ConditionFields({ studio, number, source, change }: Props) {
  const chosen = readChosenCondition(source)
  const [asText, setAsText] = useState(false)
  const isText = asText || chosen === undefined
  const choose = () => {
    setAsText(false)
    if (chosen === undefined) change(firstCondition(studio.document.graph.head.slots))
  }
  return (
    <Stack gap={6} role="group" aria-label={texts.group(number)}>
      {isText ? (
        <ConditionText number={number} source={source} change={change} />
      ) : (
        <ChosenFields studio={studio} number={number} chosen={chosen} change={change} />
      )}
      {!studio.readOnly && (
        <Button
          variant="subtle"
          size="compact-xs"
          w="fit-content"
          aria-label={isText ? texts.chooseOf(number) : texts.writeOf(number)}
          onClick={isText ? choose : () => setAsText(true)}
        >
          {isText ? texts.choose : texts.write}
        </Button>
      )}
    </Stack>
  )
}

function ConditionText({ number, source, change }: Omit<Props, 'studio'>) {
  const parsed = parseCondition(source)
  return (
    <TextInput
      label={labels.operand}
      aria-label={texts.of(labels.operand, number)}
      description={texts.textHint}
      value={source}
      error={parsed.ok ? undefined : texts.problemAt(parsed.column, parsed.message)}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

type ChosenFieldsProps = Omit<Props, 'source'> & { chosen: ChosenCondition }

function ChosenFields({ studio, number, chosen, change }: ChosenFieldsProps) {
  const { document, references } = studio
  const { slots } = document.graph.head
  const set = (next: ChosenCondition) => change(printChosenCondition(next))
  const tests = testsFor(chosen.operand, slots)
  const known = tests.includes(chosen.test) ? tests : [...tests, chosen.test]
  return (
    <Group gap="xs" align="flex-start">
      <Select
        label={labels.operand}
        aria-label={texts.of(labels.operand, number)}
        data={groupOperands(listConditionOperands(slots, references.peopleFields), chosen.operand, slots.length)}
        value={chosen.operand}
        searchable
        allowDeselect={false}
        maxDropdownHeight={320}
        flex="1 1 9rem"
        onChange={(operand) => operand !== null && set(withOperand(chosen, operand, slots))}
      />
      <Select
        label={labels.test}
        aria-label={texts.of(labels.test, number)}
        data={known.map((value) => ({ value, label: texts.tests[value] }))}
        value={chosen.test}
        allowDeselect={false}
        flex="1 1 9rem"
        onChange={(test) => test !== null && set(withTest(chosen, test as ConditionTest, slots))}
      />
      {needsValue(chosen.test) && <ValueField studio={studio} number={number} chosen={chosen} set={set} />}
    </Group>
  )
}

function groupOperands(operands: readonly string[], current: string, slots: number) {
  const toOption = (value: string) => ({ value, label: value === lastAction ? texts.lastAction : value })
  const others = operands.slice(slots)
  return [
    { group: texts.slots, items: operands.slice(0, slots).map(toOption) },
    { group: texts.others, items: others.map(toOption) },
    ...(operands.includes(current) || current === '' ? [] : [{ group: texts.unknown, items: [toOption(current)] }]),
  ]
}

type ValueFieldProps = {
  studio: FlowEditorState
  number: number
  chosen: ChosenCondition
  set: (next: ChosenCondition) => void
}

/** The options of a choice slot, a number with steps, or a text. */
function ValueField({ studio, number, chosen, set }: ValueFieldProps) {
  const { type, options = [] } = studio.document.graph.head.slots.find(({ name }) => name === chosen.operand) ?? {}
  const [value = ''] = chosen.values
  const put = (values: string[]) => set({ ...chosen, values })
  const shared = { label: labels.value, 'aria-label': texts.of(labels.value, number), flex: '1 1 6rem' }
  if (chosen.test === 'in') return <TagsInput {...shared} data={options} value={chosen.values} onChange={put} />
  if (type === 'number')
    return <NumberInput {...shared} value={value} onChange={(next) => put([String(next === '' ? 0 : next)])} />
  if (options.length > 0) {
    const data = options.includes(value) || value === '' ? options : [...options, value]
    return (
      <Select {...shared} data={data} value={value} allowDeselect={false} onChange={(next) => next && put([next])} />
    )
  }
  return <Autocomplete {...shared} data={[]} value={value} onChange={(next) => put([next])} />
}
