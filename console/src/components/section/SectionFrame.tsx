import { Flex, Group, Stack, Text, Title } from '@mantine/core'
import { createContext, type ReactNode, useContext } from 'react'
import { EditorFrame } from '../editor/EditorFrame.tsx'
import { formPath } from '../editor/field-path.ts'
import { type Finding, Findings } from '../Findings.tsx'
import { formPathsOf } from './finding-paths.ts'
import type { AgentSection } from './useAgentSection.ts'
import { useFocusFinding } from './useFocusFinding.ts'

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
    return form.errors[place] === undefined && form.errors[formPath(toFormField?.(path) ?? path)] === undefined
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
