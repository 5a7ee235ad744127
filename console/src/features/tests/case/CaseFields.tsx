import { NumberInput, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Findings } from '../../../components/Findings.tsx'
import { type DraftPath, readDraftNumber, readDraftText, readDraftTexts } from './case-draft.ts'
import { findingPathOf, useCaseEditing } from './useCaseEditor.ts'

type Props = {
  path: DraftPath
  label: string
  description?: ReactNode
  /** Keeps an empty value, for a list that must not lose the entry. */
  stays?: boolean
  required?: boolean
}

export function LintedCaseField({ path, children }: { path: DraftPath; children: ReactNode }) {
  const { findings, errorAt } = useCaseEditing()
  const here = findingPathOf(path)
  const refused = errorAt(path) !== undefined
  return (
    <Stack gap={4}>
      {children}
      <Findings findings={findings.filter((finding) => !(refused && finding.path === here))} path={here} />
    </Stack>
  )
}

/** Findings for the entry as a whole, not for its fields. */
export function OwnFindings({ path }: { path: DraftPath }) {
  const { findings } = useCaseEditing()
  const here = findingPathOf(path)
  return <Findings findings={findings.filter((finding) => finding.path === here)} path={here} />
}

function useText({ path, stays }: Props) {
  const { draft, set, errorAt } = useCaseEditing()
  return {
    value: readDraftText(draft, path),
    error: errorAt(path),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      set(path, value === '' && !stays ? undefined : value)
    },
  }
}

export function TextField({ type, ...props }: Props & { type?: 'email' | 'url' }) {
  const { path, label, description, required } = props
  return (
    <LintedCaseField path={path}>
      <TextInput type={type} label={label} description={description} withAsterisk={required} {...useText(props)} />
    </LintedCaseField>
  )
}

export function LongField({ rows = 2, ...props }: Props & { rows?: number }) {
  const { path, label, description, required } = props
  return (
    <LintedCaseField path={path}>
      <Textarea
        label={label}
        description={description}
        withAsterisk={required}
        autosize
        minRows={rows}
        maxRows={12}
        {...useText(props)}
      />
    </LintedCaseField>
  )
}

type NumberProps = Props & { min?: number; max?: number; decimal?: boolean }

export function NumberField({ path, label, description, min, max, stays, decimal = false }: NumberProps) {
  const { draft, set, errorAt } = useCaseEditing()
  return (
    <LintedCaseField path={path}>
      <NumberInput
        label={label}
        description={description}
        min={min}
        max={max}
        allowDecimal={decimal}
        value={readDraftNumber(draft, path) ?? ''}
        error={errorAt(path)}
        onChange={(value) => {
          if (value !== '') set(path, Number(value))
          else if (!stays) set(path, undefined)
        }}
      />
    </LintedCaseField>
  )
}

export function ListField({ path, label, description, most, data }: Props & { most?: number; data?: string[] }) {
  const { draft, set, errorAt } = useCaseEditing()
  return (
    <LintedCaseField path={path}>
      <TagsInput
        label={label}
        description={description}
        maxTags={most}
        data={data}
        splitChars={[]}
        value={readDraftTexts(draft, path)}
        error={errorAt(path)}
        onChange={(values) => set(path, values.length > 0 ? values : undefined)}
      />
    </LintedCaseField>
  )
}

type FieldChoice = { value: string; label: string }

export function ChoiceField({
  path,
  label,
  description,
  data,
  placeholder,
  stays,
}: Props & { data: readonly FieldChoice[]; placeholder?: string }) {
  const { draft, set, errorAt } = useCaseEditing()
  const chosen = readDraftText(draft, path)
  const known = chosen === '' || data.some(({ value }) => value === chosen)
  return (
    <LintedCaseField path={path}>
      <Select
        label={label}
        description={description}
        placeholder={placeholder}
        data={known ? [...data] : [...data, { value: chosen, label: chosen }]}
        searchable={data.length > 8}
        clearable={!stays}
        allowDeselect={false}
        value={chosen === '' ? null : chosen}
        error={errorAt(path)}
        onChange={(value) => set(path, value ?? undefined)}
      />
    </LintedCaseField>
  )
}

export const toChoices = (names: readonly string[], labels: Record<string, string>): FieldChoice[] =>
  names.map((value) => ({ value, label: labels[value] ?? value }))
