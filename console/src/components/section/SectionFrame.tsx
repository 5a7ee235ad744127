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

/** What stands above any part. */
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

/** A part that is written in a form. `below` is for what even those may use who only look. */
export function SectionFrame<Form>(props: Props & { part: AgentSection<Form>; section: string; below?: ReactNode }) {
  const { part, section, children, below, ...head } = props
  const { ready, form, toFormField } = part.editor
  useFocusFinding(ready, section)
  // What was refused stands at its field already.
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

/** A field with what the linter says of it; `path` is its place in the agent's document. */
export function LintedField({ path, children }: { path: string; children?: ReactNode }) {
  const findings = useContext(FindingsContext)
  return (
    <Stack gap={4}>
      {children}
      <Findings findings={findings} path={path} />
    </Stack>
  )
}

/** What is said of exactly this place, and not of what lies below it. */
export function ExactFindings({ path }: { path: string }) {
  const findings = useContext(FindingsContext).filter((finding) => finding.path === path)
  return <Findings findings={findings} path={path} />
}

/** How many findings lie below a place: for what is folded. */
export function useFindingCount(path: string): number {
  return useContext(FindingsContext).filter((one) => one.path === path || one.path.startsWith(`${path}.`)).length
}
