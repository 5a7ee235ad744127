import { yaml } from '@codemirror/lang-yaml'
import { Select, Stack, TextInput } from '@mantine/core'
import { actionFailures, printYaml, readYaml, sameValue, toolNames } from '@parley/definition'
import { useState } from 'react'
import { words } from '#words/playbooks.ts'
import { CodeEditor } from '../../../../parts/code/CodeEditor.tsx'
import type { FieldsGiven } from './StepPanel.tsx'

const { step: said } = words
const language = yaml()

export function ActionFields({ studio, step, change }: FieldsGiven<'action'>) {
  const { around } = studio
  const integrations = around.integrations.map(({ id, name }) => ({
    value: `integration:${id}.call`,
    label: said.integration(name),
  }))
  const known = [...toolNames.map((name) => ({ value: name, label: name })), ...integrations]
  const tools = known.some(({ value }) => value === step.action)
    ? known
    : [...known, { value: step.action, label: step.action }]
  const { confirm: _, on_error: __, ...bare } = step
  return (
    <Stack>
      <Select
        label={said.action}
        data={tools}
        searchable
        allowDeselect={false}
        value={step.action}
        onChange={(action) => action && change({ ...step, action })}
      />
      <WithField studio={studio} step={step} change={change} />
      <TextInput
        label={said.confirm}
        description={said.confirmHint}
        value={step.confirm ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ ...bare, ...(value && { confirm: value }), ...(step.on_error && { on_error: step.on_error }) })
        }
      />
      <Select
        label={said.onError}
        data={(['none', ...actionFailures] as const).map((value) => ({ value, label: said.onErrors[value] }))}
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

/** Names and values as YAML; while they cannot be read, the step keeps those before. */
function WithField({ studio, step, change }: FieldsGiven<'action'>) {
  const [text, setText] = useState(() => printWith(step.with))
  const read = readWith(text)
  const write = (next: string) => {
    setText(next)
    const values = readWith(next)
    if (values === undefined || sameValue(values, step.with ?? {})) return
    const { with: _, ...rest } = step
    change(Object.keys(values).length === 0 ? rest : { ...rest, with: values })
  }
  return (
    <CodeEditor
      label={said.with}
      description={said.withHint}
      error={read === undefined ? said.withBroken : undefined}
      value={text}
      onChange={write}
      readOnly={studio.readOnly}
      extensions={language}
      minHeight="4rem"
    />
  )
}

const printWith = (values: Record<string, unknown> | undefined): string =>
  values && Object.keys(values).length > 0 ? printYaml(values) : ''

function readWith(text: string): Record<string, unknown> | undefined {
  const read = readYaml(text)
  if (!read.ok) return undefined
  if (read.value === null || read.value === undefined) return {}
  return typeof read.value === 'object' && !Array.isArray(read.value)
    ? (read.value as Record<string, unknown>)
    : undefined
}
