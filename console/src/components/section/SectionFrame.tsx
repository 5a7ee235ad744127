import { Flex, Group, Stack, Text, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { EditorFrame } from '../editor/EditorFrame.tsx'
import { toFormPath } from '../editor/field-path.ts'
import { type Finding, Findings } from '../Findings.tsx'
import type { AgentSection } from './useAgentSection.ts'

/** Candidate form paths for a finding of a section, the most specific first. */
export function formPathsOf(at: string, section: string): string[] {
  const own = at === section ? '' : at.startsWith(`${section}.`) ? at.slice(section.length + 1) : at
  const steps = toFormPath(own).split('.').filter(Boolean)
  return steps.map((_, left) => steps.slice(0, steps.length - left).join('.'))
}

/** Returns the index of the list entry that a finding is about. */
export function entryIndexOf(at: string | undefined, list: string): number | undefined {
  if (!at?.startsWith(`${list}[`)) return undefined
  const number = Number.parseInt(at.slice(list.length + 1), 10)
  return Number.isNaN(number) ? undefined : number
}

/** The finding that linked here, if any. */
export const useFindingPath = (): string | undefined => useSearch({ strict: false }).at

/** Focuses the field that a finding names, or its nearest ancestor. */
function useFocusFinding(ready: boolean, section: string): void {
  const at = useFindingPath()
  useEffect(() => {
    if (!ready || at === undefined) return
    const frame = requestAnimationFrame(() => {
      const field = formPathsOf(at, section)
        .map((path) => document.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`))
        .find((found) => found !== null)
      field?.scrollIntoView({ block: 'center' })
      const control = field?.matches('input, textarea, button')
        ? field
        : field?.querySelector<HTMLElement>('.cm-content')
      control?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [ready, at, section])
}

const FindingsContext = createContext<readonly Finding[]>([])

type Props = { title: string; lead: ReactNode; actions?: ReactNode; children: ReactNode }

/** Header of every part of the editor. */
export function SectionHead({ title, lead, actions }: Omit<Props, 'children'>) {
  return (
    <Flex justify="space-between" gap="sm" direction={{ base: 'column', sm: 'row' }}>
      <Stack gap={2}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text className="quiet" size="sm">
          {lead}
        </Text>
      </Stack>
      {actions && (
        <Group gap="xs" wrap="nowrap" style={{ flexShrink: 0, alignSelf: 'flex-start' }}>
          {actions}
        </Group>
      )}
    </Flex>
  )
}

/** A part of the editor with a form. `below` holds content that read-only users may use too. */
export function SectionFrame<Form>(props: Props & { part: AgentSection<Form>; section: string; below?: ReactNode }) {
  const { part, section, children, below, ...head } = props
  const { ready, form, toFormField } = part.editor
  useFocusFinding(ready, section)
  // Findings that a field's validation error already shows are left out.
  const findings = part.findings.filter(({ path }) => {
    const [place = ''] = formPathsOf(path, section)
    return form.errors[place] === undefined && form.errors[toFormPath(toFormField?.(path) ?? path)] === undefined
  })
  return (
    <FindingsContext value={findings}>
      <Stack gap="md">
        <SectionHead {...head} />
        <EditorFrame editor={part.editor}>{children}</EditorFrame>
        {below}
      </Stack>
    </FindingsContext>
  )
}

/** A field with its lint findings; `path` is its path in the agent's document. */
export function LintedField({ path, children }: { path: string; children?: ReactNode }) {
  const findings = useContext(FindingsContext)
  return (
    <Stack gap={4}>
      {children}
      <Findings findings={findings} path={path} />
    </Stack>
  )
}

/** Findings for exactly this path, without those below it. */
export function ExactFindings({ path }: { path: string }) {
  const findings = useContext(FindingsContext).filter((finding) => finding.path === path)
  return <Findings findings={findings} path={path} />
}

/** Counts the findings below a path, for collapsed content. */
export function useFindingCount(path: string): number {
  return useContext(FindingsContext).filter((one) => one.path === path || one.path.startsWith(`${path}.`)).length
}
