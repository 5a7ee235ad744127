import { yaml } from '@codemirror/lang-yaml'
import { Select, Stack, TextInput } from '@mantine/core'
import { actionFailures, isSameValue, parseYaml, printYaml, toolNames } from '@parley/definition'
import { useState } from 'react'
import { strings } from '#i18n/flow.ts'
import { CodeEditor } from '../../../../components/code/CodeEditor.tsx'
import type { StepFieldsProps } from './StepPanel.tsx'

const { step: texts } = strings
const language = yaml()

export function ActionStepFields({ studio, step, change }: StepFieldsProps<'action'>) {
  const { references } = studio
  const integrations = references.integrations.flatMap(({ id, name, tools }) =>
    tools
      ? tools.map((tool) => ({ value: `integration:${id}.${tool}`, label: texts.integration(`${name}: ${tool}`) }))
      : [{ value: `integration:${id}.call`, label: texts.integration(name) }],
  )
  const known = [...toolNames.map((name) => ({ value: name, label: name })), ...integrations]
  const tools = known.some(({ value }) => value === step.action)
    ? known
    : [...known, { value: step.action, label: step.action }]
  const { confirm: _, on_error: __, ...bare } = step
  return (
    <Stack>
      <Select
        label={texts.action}
        data={tools}
        searchable
        allowDeselect={false}
        value={step.action}
        onChange={(action) => action && change({ ...step, action })}
      />
      <ArgumentsField studio={studio} step={step} change={change} />
      <TextInput
        label={texts.confirm}
        description={texts.confirmHint}
        value={step.confirm ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ ...bare, ...(value && { confirm: value }), ...(step.on_error && { on_error: step.on_error }) })
        }
      />
      <Select
        label={texts.onError}
        data={(['none', ...actionFailures] as const).map((value) => ({ value, label: texts.onErrors[value] }))}
        allowDeselect={false}
        value={step.on_error ?? 'none'}
        onChange={(next) => {
          const on_error = actionFailures.find((one) => one === next)
          change({ ...bare, ...(step.confirm && { confirm: step.confirm }), ...(on_error && { on_error }) })
        }}
      />
    </Stack>
  )
}

/** Arguments as YAML; while the text does not parse, the step keeps its last valid arguments. */
function ArgumentsField({ studio, step, change }: StepFieldsProps<'action'>) {
  const [text, setText] = useState(() => printArguments(step.with))
  const read = parseArguments(text)
  const write = (next: string) => {
    setText(next)
    const values = parseArguments(next)
    if (values === undefined || isSameValue(values, step.with ?? {})) return
    const { with: _, ...rest } = step
    change(Object.keys(values).length === 0 ? rest : { ...rest, with: values })
  }
  return (
    <CodeEditor
      label={texts.with}
      description={texts.withHint}
      error={read === undefined ? texts.withBroken : undefined}
      value={text}
      onChange={write}
      readOnly={studio.readOnly}
      extensions={language}
      minHeight="4rem"
    />
  )
}

const printArguments = (values: Record<string, unknown> | undefined): string =>
  values && Object.keys(values).length > 0 ? printYaml(values) : ''

function parseArguments(text: string): Record<string, unknown> | undefined {
  const read = parseYaml(text)
  if (!read.ok) return undefined
  if (read.value === null || read.value === undefined) return {}
  return typeof read.value === 'object' && !Array.isArray(read.value)
    ? (read.value as Record<string, unknown>)
    : undefined
}
