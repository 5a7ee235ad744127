import { NumberInput, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Findings } from '../../../parts/Findings.tsx'
import { numberAt, type Path, textAt, textsAt } from './draft.ts'
import { placeOf, useEditing } from './editing.ts'

type Given = {
  path: Path
  label: string
  description?: ReactNode
  /** Of a list that cannot do without it: stays when it is empty. */
  stays?: boolean
  required?: boolean
}

/** What lint says of a field stands below it. */
export function Told({ path, children }: { path: Path; children: ReactNode }) {
  const { findings, errorAt } = useEditing()
  const here = placeOf(path)
  const refused = errorAt(path) !== undefined
  return (
    <Stack gap={4}>
      {children}
      <Findings findings={findings.filter((finding) => !(refused && finding.path === here))} path={here} />
    </Stack>
  )
}

/** What is said of the whole, and of none of its fields. */
export function Whole({ path }: { path: Path }) {
  const { findings } = useEditing()
  const here = placeOf(path)
  return <Findings findings={findings.filter((finding) => finding.path === here)} path={here} />
}

function useText({ path, stays }: Given) {
  const { draft, set, errorAt } = useEditing()
  return {
    value: textAt(draft, path),
    error: errorAt(path),
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      set(path, value === '' && !stays ? undefined : value)
    },
  }
}

export function TextField({ type, ...given }: Given & { type?: 'email' | 'url' }) {
  const { path, label, description, required } = given
  return (
    <Told path={path}>
      <TextInput type={type} label={label} description={description} withAsterisk={required} {...useText(given)} />
    </Told>
  )
}

export function LongField({ rows = 2, ...given }: Given & { rows?: number }) {
  const { path, label, description, required } = given
  return (
    <Told path={path}>
      <Textarea
        label={label}
        description={description}
        withAsterisk={required}
        autosize
        minRows={rows}
        maxRows={12}
        {...useText(given)}
      />
    </Told>
  )
}

export function NumberField({ path, label, description, min, max, stays }: Given & { min?: number; max?: number }) {
  const { draft, set, errorAt } = useEditing()
  return (
    <Told path={path}>
      <NumberInput
        label={label}
        description={description}
        min={min}
        max={max}
        allowDecimal={false}
        value={numberAt(draft, path) ?? ''}
        error={errorAt(path)}
        onChange={(value) => {
          if (value !== '') set(path, Number(value))
          else if (!stays) set(path, undefined)
        }}
      />
    </Told>
  )
}

export function ListField({ path, label, description, most, data }: Given & { most?: number; data?: string[] }) {
  const { draft, set, errorAt } = useEditing()
  return (
    <Told path={path}>
      <TagsInput
        label={label}
        description={description}
        maxTags={most}
        data={data}
        splitChars={[]}
        value={textsAt(draft, path)}
        error={errorAt(path)}
        onChange={(values) => set(path, values.length > 0 ? values : undefined)}
      />
    </Told>
  )
}

type Choice = { value: string; label: string }

export function ChoiceField({
  path,
  label,
  description,
  data,
  placeholder,
  stays,
}: Given & { data: readonly Choice[]; placeholder?: string }) {
  const { draft, set, errorAt } = useEditing()
  const chosen = textAt(draft, path)
  const known = chosen === '' || data.some(({ value }) => value === chosen)
  return (
    <Told path={path}>
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
    </Told>
  )
}

/** The entries of a vocabulary, to choose from. */
export const choices = (names: readonly string[], said: Record<string, string>): Choice[] =>
  names.map((value) => ({ value, label: said[value] ?? value }))
