import {
  Collapse,
  Grid,
  Group,
  MultiSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
  UnstyledButton,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { strings } from '#i18n/playbooks.ts'
import { createOrgClient } from '../../../api/client.ts'
import { useOrg } from '../../../app/current-org.ts'
import { AmlEditor } from '../../../components/aml/AmlEditor.tsx'
import { AmlPreview } from '../../../components/aml/AmlPreview.tsx'
import { useAgentContentData } from '../../../components/aml/agent-content.ts'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { type Finding, Findings } from '../../../components/Findings.tsx'
import { GoalField } from './GoalField.tsx'
import { CapabilityFields } from './Needs.tsx'
import type { OpenPlaybook } from './usePlaybook.ts'

type Tool = { id: string; name: string }
const none: Tool[] = []

function useToolNames(): Tool[] {
  const org = useOrg()
  const { data } = useQuery({
    queryKey: ['catalog', 'tools', 'names'],
    queryFn: async ({ signal }) => {
      const { data: tools } = await createOrgClient(org.id).get('/catalogs/{kind}', { path: { kind: 'tools' }, signal })
      return (tools as Tool[]).map(({ id, name }) => ({ id, name }))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? none
}

const { edit } = strings

export function Instructions({ open }: { open: OpenPlaybook }) {
  const { editor } = open
  const { body } = editor.form.values
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <EditorFrame editor={editor}>
          <Fields open={open} />
        </EditorFrame>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        {editor.ready && (
          <Stack gap="xs" pos="sticky" top={68}>
            <Title order={2} size="h5">
              {edit.preview}
            </Title>
            <Text size="sm" className="quiet">
              {edit.previewHint}
            </Text>
            <AmlPreview text={body} />
          </Stack>
        )}
      </Grid.Col>
    </Grid>
  )
}

function Fields({ open }: { open: OpenPlaybook }) {
  const { form, readOnly } = open.editor
  return (
    <Stack>
      <LintedInput open={open} field="name">
        <TextInput label={edit.name} {...form.getInputProps('name')} />
      </LintedInput>
      <LintedInput open={open} field="whenToUse">
        <Textarea
          label={edit.whenToUse}
          description={edit.whenToUseHint}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('whenToUse')}
        />
      </LintedInput>
      <LintedInput open={open} field="body">
        <AmlEditor
          path="body"
          label={edit.body}
          description={edit.bodyHint}
          readOnly={readOnly}
          minHeight="16rem"
          value={form.values.body}
          onChange={(body) => form.setFieldValue('body', body)}
          error={form.errors.body}
        />
      </LintedInput>
      <LintedInput open={open} field="uses">
        <CapabilityFields open={open} />
      </LintedInput>
      <MoreFields open={open} />
    </Stack>
  )
}

function LintedInput({
  open: { findings, at, editor },
  field,
  children,
}: {
  open: OpenPlaybook
  field: string
  children: ReactNode
}) {
  const path = `${at}.${field}`
  const refused = editor.form.errors[field] !== undefined
  // The text editor shows marker findings itself, and a validation error is already shown at its field.
  const isSaid = (finding: Finding) => finding.code === 'text.markup' || (refused && finding.path === path)
  return (
    <Stack gap={4}>
      {children}
      <Findings findings={findings.filter((finding) => !isSaid(finding))} path={path} />
    </Stack>
  )
}

function MoreFields({ open }: { open: OpenPlaybook }) {
  const { form } = open.editor
  const [isExpanded, { toggle }] = useDisclosure(form.values.goal !== null)
  const { templates } = useAgentContentData()
  const tools = useToolNames()
  const Chevron = isExpanded ? IconChevronDown : IconChevronRight
  return (
    <Stack gap="xs">
      <UnstyledButton onClick={toggle} aria-expanded={isExpanded}>
        <Group gap={4}>
          <Chevron size={16} aria-hidden />
          <Text fw={500}>{edit.more}</Text>
        </Group>
      </UnstyledButton>
      <Collapse expanded={isExpanded}>
        <Stack>
          <LintedInput open={open} field="description">
            <Textarea
              label={edit.description}
              description={edit.descriptionHint}
              autosize
              maxRows={6}
              {...form.getInputProps('description')}
            />
          </LintedInput>
          <LintedInput open={open} field="goal">
            <GoalField form={form} />
          </LintedInput>
          <LintedInput open={open} field="messageTemplateRefs">
            <MultiSelect
              label={edit.templates}
              description={edit.templatesHint}
              data={optionsOf(templates, form.values.messageTemplateRefs)}
              searchable
              {...form.getInputProps('messageTemplateRefs')}
            />
          </LintedInput>
          <LintedInput open={open} field="toolRefs">
            <MultiSelect
              label={edit.tools}
              description={edit.toolsHint}
              data={optionsOf(tools, form.values.toolRefs)}
              searchable
              {...form.getInputProps('toolRefs')}
            />
          </LintedInput>
        </Stack>
      </Collapse>
    </Stack>
  )
}

type NamedOption = { id: string; name: string }

/** A chosen option stays visible even if it no longer exists. */
function optionsOf(known: readonly NamedOption[], chosen: readonly string[]): { value: string; label: string }[] {
  const ids = new Set(known.map(({ id }) => id))
  const lost = chosen.filter((id) => !ids.has(id)).map((id) => ({ value: id, label: id }))
  return [...known.map(({ id, name }) => ({ value: id, label: name })), ...lost]
}
