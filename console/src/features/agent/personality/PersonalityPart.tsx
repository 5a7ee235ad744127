import { Button, Group, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Schema } from '@parley/sdk'
import { IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { strings } from '#i18n/agent.ts'
import { useCatalog } from '../../../api/lookups.ts'
import { useAgent } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { ExactFindings, LintedField, SectionFrame } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { CatalogTemplateDialog, useApplyTemplate } from '../catalog/CatalogTemplateDialog.tsx'
import { LongText } from '../fields/TextFields.tsx'

const { personality } = strings
type Form = { description: string; text: string }

const toForm = ({ description = '', text }: Schema<'AgentPersonality'>): Form => ({ description, text })
const toBody = ({ description, text }: Form) => ({ ...(description && { description }), text })
const sections = (form: Form) => ({ personality: form.text || form.description ? toBody(form) : null })

export function PersonalityPart() {
  const part = useAgentSection({ path: '/personality', toForm, toBody, sections })
  const { form, readOnly, ready, dirty } = part.editor
  const [choosing, { open, close }] = useDisclosure()
  const choose = (
    <Button
      variant="default"
      leftSection={<IconTemplate size={16} aria-hidden />}
      onClick={open}
      disabled={dirty}
      title={dirty ? strings.gallery.saveFirst : undefined}
    >
      {personality.choose}
    </Button>
  )
  return (
    <SectionFrame
      part={part}
      section="personality"
      title={strings.parts.personality}
      lead={personality.lead}
      actions={!readOnly && choose}
      below={<TemplateComparison readOnly={readOnly} dirty={dirty} />}
    >
      {ready && (
        <Stack>
          <ExactFindings path="personality" />
          <LintedField path="personality.description">
            <TextInput
              label={personality.description}
              description={personality.descriptionHelp}
              {...form.getInputProps('description')}
            />
          </LintedField>
          <LintedField path="personality.text">
            <LongText
              path="text"
              label={personality.text}
              description={personality.textHelp}
              minHeight="16rem"
              readOnly={readOnly}
              value={form.values.text}
              error={form.errors.text}
              onChange={(text) => form.setFieldValue('text', text)}
            />
          </LintedField>
        </Stack>
      )}
      <VoiceTemplates opened={choosing} close={close} hasText={Boolean(form.values?.text)} />
    </SectionFrame>
  )
}

function VoiceTemplates({ opened, close, hasText }: { opened: boolean; close: () => void; hasText: boolean }) {
  const agent = useAgent()
  const { data } = useCatalog('personality-templates')
  const take = useApplyTemplate((templateId) => agent.api.post('/personality/import', { body: { templateId } }), close)
  const ask = async (entry: { id: string; name: string }) => {
    const { replaceTitle: title, replaceText: text, replace: ok } = personality
    if (!hasText || (await askConfirmation({ title, text: text(entry.name), ok }))) take.mutate(entry)
  }
  return (
    <CatalogTemplateDialog
      opened={opened}
      close={close}
      title={personality.choose}
      lead={personality.chooseLead}
      entries={data}
      usedIds={[]}
      take={ask}
      taking={take.isPending ? take.variables.id : undefined}
      content={({ promptFragment }) => (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {promptFragment}
        </Text>
      )}
    />
  )
}

const DiffView = lazy(async () => ({ default: (await import('../../../components/code/DiffView.tsx')).DiffView }))

type VoiceText = { description?: string; text: string }
const asText = ({ description, text }: VoiceText) => `${description ?? ''}\n\n${text}\n`

/** The template of the voice, and the changes made to it since. */
function TemplateComparison({ readOnly, dirty }: { readOnly: boolean; dirty: boolean }) {
  const agent = useAgent()
  const [compared, { toggle }] = useDisclosure()
  const { data } = useQuery({
    queryKey: agent.key('personality', 'diff'),
    queryFn: ({ signal }) => agent.api.get('/personality/diff', { signal }),
  })
  const templates = useCatalog('personality-templates').data
  const { current, baseline, divergence } = data ?? {}
  const origin = current?.derivedFrom
  const sides = useMemo(
    () =>
      current && baseline
        ? {
            before: { label: personality.theirs, text: asText(baseline) },
            after: { label: personality.yours, text: asText(current) },
          }
        : undefined,
    [current, baseline],
  )
  if (!origin) return null
  const name = templates?.find(({ id }) => id === origin.templateId)?.name ?? origin.templateId
  const differs = divergence?.text || divergence?.description
  return (
    <Paper withBorder p="md" component="section" aria-label={personality.from(name, origin.version)}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Group gap="sm">
            <Text fw={600}>{personality.from(name, origin.version)}</Text>
            {baseline && (
              <StatusBadge
                status={differs ? 'requested' : 'ready'}
                label={differs ? personality.differs : personality.same}
              />
            )}
          </Group>
          {differs && sides && (
            <Group gap="xs">
              <Button variant="default" size="xs" onClick={toggle} aria-expanded={compared}>
                {compared ? personality.hide : personality.compare}
              </Button>
              {!readOnly && <ReapplyTemplate id={origin.templateId} name={name} disabled={dirty} />}
            </Group>
          )}
        </Group>
        {!baseline && <Text size="sm">{personality.templateGone}</Text>}
        {compared && sides && (
          <Suspense fallback={<Skeleton h={160} />}>
            <DiffView {...sides} />
          </Suspense>
        )}
      </Stack>
    </Paper>
  )
}

function ReapplyTemplate({ id, name, disabled }: { id: string; name: string; disabled: boolean }) {
  const agent = useAgent()
  const take = useApplyTemplate(
    (templateId) => agent.api.post('/personality/import', { body: { templateId } }),
    () => undefined,
  )
  const ask = async () => {
    const { replaceTitle: title, replaceText: text, replace: ok } = personality
    if (await askConfirmation({ title, text: text(name), ok })) take.mutate({ id, name })
  }
  return (
    <Button variant="default" size="xs" onClick={ask} loading={take.isPending} disabled={disabled}>
      {personality.restore}
    </Button>
  )
}
