import {
  Button,
  Group,
  MultiSelect,
  NumberInput,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { Invalid, type Schema } from '@parley/sdk'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { strings } from '#i18n/tools.ts'
import { useAgent } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { JsonBlock } from '../../../components/JsonBlock.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import {
  findErrorKey,
  listParameterFields,
  type ParameterField,
  type ParameterForm,
  parseJsonText,
  readParameterForm,
} from './parameter-fields.ts'
import type { Tool } from './ToolState.tsx'

const texts = strings.tools.trial
type Mode = 'form' | 'json'
type Errors = Readonly<Record<string, string>>

/** Calls the tool once with the typed parameters. The call is real, so it asks first. */
export function ToolTrial({ tool }: { tool: Tool }) {
  const fields = listParameterFields(tool)
  const [mode, setMode] = useState<Mode>(fields.length > 0 ? 'form' : 'json')
  const [form, setForm] = useState<ParameterForm>({})
  const [json, setJson] = useState('{}')
  const [errors, setErrors] = useState<Errors>({})
  const trial = useTrial(tool, (error) => setErrors(toFieldErrors(error, fields, mode)))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const read = mode === 'form' ? readForm(fields, form) : readJson(json)
    setErrors('errors' in read ? read.errors : {})
    if (!('errors' in read) && (await confirmTrial(tool))) trial.mutate(read.given)
  }
  const change = (next: Mode) => {
    const read = readParameterForm(fields, form)
    // The other way, nothing is lost: the form still has what was typed into it.
    if (next === 'json' && 'given' in read) setJson(JSON.stringify(read.given, null, 2))
    setErrors({})
    setMode(next as Mode)
  }
  const hasOtherError = trial.error && !(trial.error instanceof Invalid && Object.keys(errors).length > 0)
  return (
    <form noValidate onSubmit={submit}>
      <Stack>
        {fields.length > 0 && (
          <SegmentedControl
            aria-label={texts.mode}
            value={mode}
            onChange={(next) => change(next as Mode)}
            data={[
              { value: 'form', label: texts.form },
              { value: 'json', label: texts.json },
            ]}
            style={{ alignSelf: 'flex-start' }}
          />
        )}
        {mode === 'form' ? (
          fields.map((field) => (
            <ParameterInput
              key={field.key}
              field={field}
              value={form[field.key] ?? ''}
              error={errors[field.key]}
              onChange={(value) => setForm((before) => ({ ...before, [field.key]: value }))}
            />
          ))
        ) : (
          <JsonInput label={texts.parameters} value={json} error={errors['']} onChange={setJson} rows={6} />
        )}
        {hasOtherError && <ErrorAlert error={trial.error} />}
        <Group gap="sm">
          <Button type="submit" loading={trial.isPending} leftSection={<IconPlayerPlay size={16} aria-hidden />}>
            {texts.call}
          </Button>
          <Text size="sm" className="quiet">
            {texts.real}
          </Text>
        </Group>
        <div aria-live="polite">{trial.data && <TrialResult trial={trial.data} />}</div>
      </Stack>
    </form>
  )
}

function readForm(fields: readonly ParameterField[], form: ParameterForm) {
  const read = readParameterForm(fields, form)
  if ('given' in read) return read
  const errors = Object.entries(read.problems).map(([key, problem]) => [key, texts.problems[problem]])
  return { errors: Object.fromEntries(errors) as Errors }
}

function readJson(text: string): { given: Record<string, unknown> } | { errors: Errors } {
  const value = parseJsonText(text)
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? { given: value as Record<string, unknown> } : { errors: { '': texts.problems.object } }
}

/** In JSON, the errors stand below the one field, each with its path. */
function toFieldErrors(error: Error, fields: readonly ParameterField[], mode: Mode): Errors {
  const found: Record<string, string> = {}
  for (const { field, message } of error instanceof Invalid ? error.errors : []) {
    const key = mode === 'json' ? '' : findErrorKey(fields, field)
    if (key === undefined) continue
    const exact = key !== '' && field === `with.${key}`
    const sentence = exact ? message : `${field.replace(/^with\.?/, '')} ${message}`.trim()
    found[key] = found[key] ? `${found[key]}; ${sentence}` : sentence
  }
  return found
}

const confirmTrial = ({ name }: Tool): Promise<boolean> =>
  askConfirmation({ title: texts.confirmTitle(name), text: texts.confirmText, ok: texts.confirm })

function useTrial({ id: toolId }: Tool, onInvalid: (error: Error) => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (given: Record<string, unknown>) =>
      agent.api.post('/tool-bindings/{toolId}/_try', { path: { toolId }, body: { with: given } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: agent.key('tool-calls', toolId) }),
    onError: onInvalid,
  })
}

type InputProps = { field: ParameterField; value: string; error: string | undefined; onChange: (value: string) => void }

function ParameterInput({ field, value, error, onChange }: InputProps) {
  const { label, help: description, required: withAsterisk, kind, options } = field
  const common = { label, description, withAsterisk, error }
  const typed = { ...common, value, onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value) } // biome-ignore format: one line
  if (kind === 'json') return <JsonInput {...common} value={value} onChange={onChange} rows={3} />
  if (kind === 'number') return <NumberInput {...common} value={value} onChange={(next) => onChange(String(next))} />
  if (kind === 'choice')
    return (
      <Select {...common} data={options} clearable value={value || null} onChange={(next) => onChange(next ?? '')} />
    )
  if (kind === 'choices')
    return (
      <MultiSelect
        {...common}
        data={options}
        clearable
        value={value === '' ? [] : value.split('\n')}
        onChange={(next) => onChange(next.join('\n'))}
      />
    )
  if (kind === 'boolean') return <BooleanInput field={field} value={value} error={error} onChange={onChange} />
  if (kind === 'longText') return <Textarea {...typed} rows={4} resize="vertical" />
  if (kind === 'list')
    return <Textarea {...typed} description={joinHelp(description, texts.onePerLine)} rows={3} resize="vertical" />
  if (kind === 'dateTime')
    return <TextInput {...typed} description={joinHelp(description, texts.localTime)} type="datetime-local" step={60} />
  return <TextInput {...typed} type={kind} autoComplete="off" />
}

const joinHelp = (...parts: (string | undefined)[]): string => parts.filter((part) => part !== undefined).join(' ')

/** An optional switch has a third position: the provider's default applies if the parameter is absent. */
function BooleanInput({ field: { label, help, required }, value, error, onChange }: InputProps) {
  if (required)
    return (
      <Switch
        label={label}
        description={help}
        error={error}
        checked={value === 'true'}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    )
  const data = [
    { value: 'true', label: texts.yes },
    { value: 'false', label: texts.no },
  ]
  return (
    <Select
      label={label}
      description={help}
      error={error}
      placeholder={texts.unset}
      clearable
      data={data}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
    />
  )
}

type JsonInputProps = {
  label: string
  description?: string | undefined
  withAsterisk?: boolean
  value: string
  error: string | undefined
  onChange: (value: string) => void
  rows: number
}

const JsonInput = ({ description, onChange, ...others }: JsonInputProps) => (
  <Textarea
    {...others}
    description={joinHelp(description, texts.asJson)}
    onChange={(event) => onChange(event.currentTarget.value)}
    resize="vertical"
    spellCheck={false}
    styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
  />
)

function TrialResult({ trial: { ok, milliseconds, status, result, error } }: { trial: Schema<'ToolTrial'> }) {
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Group gap="xs">
          <StatusBadge status={ok ? 'passed' : 'failed'} label={ok ? texts.succeeded : texts.failed} />
          {status !== undefined && <Text size="sm">{texts.status(status)}</Text>}
          <Text size="sm">{texts.milliseconds(milliseconds)}</Text>
        </Group>
        {error !== undefined && <Text size="sm">{error}</Text>}
        {ok && <JsonBlock value={result} label={texts.result} />}
      </Stack>
    </Paper>
  )
}
