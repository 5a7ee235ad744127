import { Button, Group, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { strings } from '#i18n/agent.ts'
import { useCatalog } from '../../../api/lookups.ts'
import { useAgent } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { useApplyTemplate } from '../catalog/CatalogTemplateDialog.tsx'

const DiffView = lazy(async () => ({ default: (await import('../../../components/code/DiffView.tsx')).DiffView }))
const { personality } = strings

type VoiceText = { description?: string; text: string }
const asText = ({ description, text }: VoiceText) => `${description ?? ''}\n\n${text}\n`

/** The template of the voice, and the changes made to it since. */
export function TemplateComparison({ readOnly, dirty }: { readOnly: boolean; dirty: boolean }) {
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
