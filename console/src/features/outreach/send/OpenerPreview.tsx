import { Alert, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { strings } from '#i18n/outreach.ts'
import { useAgent } from '../../../app/current-org.ts'
import { AmlPreview } from '../../../components/aml/AmlPreview.tsx'
import { type Outreach, useRcsPersonas, useTemplates } from '../shared/outreach-config.ts'
import { createSlotReader, type SendRequestForm } from './send-request-form.ts'

const { send } = strings

/** The opener as the selected person will read it, with the current inputs. */
export function OpenerPreview({ ask, outreach }: { ask: SendRequestForm; outreach: Outreach }) {
  const template = useTemplates().data?.find(({ id }) => id === outreach.openerTemplateId)
  const values = useValues(ask)
  if (!template) return null
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        {send.preview}
      </Text>
      {values ? (
        <>
          {ask.recipientKind === 'person' && ask.person && <Missing ask={ask} templateId={template.id} />}
          <AmlPreview text={template.body} channels={['rcs']} values={values} />
        </>
      ) : (
        <Text size="sm" className="quiet">
          {send.previewFirst}
        </Text>
      )}
    </Stack>
  )
}

/** Undefined while no person is selected. */
function useValues(ask: SendRequestForm): ((path: string) => string | undefined) | undefined {
  const agent = useAgent()
  const personas = useRcsPersonas().data
  const identity = useQuery({
    queryKey: agent.key('identity', 'read'),
    queryFn: ({ signal }) => agent.api.get('/identity', { signal }),
  }).data
  const { recipientKind, person, personaId, firstName, inputs } = ask
  return useMemo(() => {
    const about = { inputs, agent: { ...identity, name: agent.name } }
    const persona = personas?.find(({ id }) => id === personaId)
    if (recipientKind === 'person') return person && createSlotReader({ ...about, person })
    if (recipientKind === 'persona') return persona && createSlotReader({ ...about, person: persona.fields })
    return createSlotReader({ ...about, person: { firstName } })
  }, [recipientKind, person, personaId, firstName, inputs, identity, personas, agent.name])
}

/** Slots that the person lacks, according to the API; inputs entered here count as present. */
function Missing({ ask: { person, inputs }, templateId }: { ask: SendRequestForm; templateId: string }) {
  const agent = useAgent()
  const personId = person?.id ?? ''
  const { data } = useQuery({
    queryKey: agent.key('template-preview', templateId, personId),
    queryFn: ({ signal }) =>
      agent.api.get('/message-templates/{templateId}/preview', { path: { templateId }, query: { personId }, signal }),
  })
  const missing = data?.missingSlots.filter(({ path, action }) => action !== 'default' && !isTyped(path, inputs)) ?? []
  if (missing.length === 0) return null
  return (
    <Alert color="gray" role="status">
      <List size="sm">
        {missing.map(({ path }) => (
          <List.Item key={path}>{send.missing(path)}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

const isTyped = (path: string, inputs: Record<string, string>): boolean =>
  Boolean(inputs[path.replace(/^person\.customFields\./, '')])
