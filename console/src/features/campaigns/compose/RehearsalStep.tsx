import { Alert, Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/campaigns.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { StepActions } from '../../../components/FormActions.tsx'
import { toRenderedBubbles } from '../../../components/handset/bubbles.ts'
import { HandsetView } from '../../../components/handset/HandsetView.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { useRcsPersonas } from '../../outreach/shared/outreach-config.ts'
import { PersonasPicker } from '../../outreach/shared/PersonaPicker.tsx'
import { type Campaign, isCampaignOver } from '../campaign.ts'
import type { ComposerStep } from '../campaign-search.ts'
import { useCampaign } from '../useCampaign.ts'

const { rehearse: rehearsalMessagesTexts } = strings

function RehearsalMessages({ personaId, since }: { personaId: string; since: string }) {
  const agent = useAgent()
  const persona = useRcsPersonas().data?.find(({ id }) => id === personaId)
  const { data } = useQuery({
    queryKey: agent.key('personas', personaId, 'turns', since),
    queryFn: ({ signal }) => agent.api.get('/personas/{personaId}/turns', { path: { personaId }, signal }),
  })
  if (!data || !persona) return null
  const { channel, name } = persona
  const turns = data.data.filter(({ at }) => at >= since)
  const bubbles = turns.flatMap(({ messages, at }) =>
    messages.flatMap(({ rendered, messageId }) => toRenderedBubbles(rendered, { messageId, at })),
  )
  return (
    <Stack gap={6} w={280} maw="100%">
      <Text size="sm" fw={600}>
        {rehearsalMessagesTexts.received(name)}
      </Text>
      {bubbles.length > 0 ? (
        <HandsetView title={agent.name} channel={channel} bubbles={bubbles} height="22rem" />
      ) : (
        <Text size="sm">{rehearsalMessagesTexts.nothing}</Text>
      )}
    </Stack>
  )
}

const { rehearse: texts } = strings
type RehearsalStepProps = { campaign: Campaign; onStep: (step: ComposerStep) => void }

/** Sends the same Outreach to personas, as a separate campaign that reaches no real person. */
export function RehearsalStep({ campaign, onStep }: RehearsalStepProps) {
  const can = useCan('editor')
  const [personaIds, setPersonas] = useState<string[]>([])
  const rehearsing = useRehearsal(campaign)
  return (
    <Stack>
      <Fieldset legend={strings.steps.rehearse}>
        <Stack>
          <Text size="sm">{campaign.test ? texts.of : texts.text}</Text>
          {rehearsing.error && <RefusalSummary error={rehearsing.error} />}
          {can && !campaign.test && (
            <Group align="flex-end">
              <div style={{ flex: 1, minWidth: 220 }}>
                <PersonasPicker value={personaIds} onChange={setPersonas} />
              </div>
              <Button
                variant="default"
                disabled={personaIds.length === 0}
                loading={rehearsing.isPending}
                onClick={() => rehearsing.mutate(personaIds)}
              >
                {texts.run}
              </Button>
            </Group>
          )}
          {rehearsing.data && (
            <RehearsalOutcome campaignId={rehearsing.data.id} personaIds={rehearsing.variables ?? []} />
          )}
        </Stack>
      </Fieldset>
      <StepActions
        back={
          <Button variant="default" onClick={() => onStep('checks')}>
            {strings.back}
          </Button>
        }
      >
        <Button onClick={() => onStep('start')}>{strings.next}</Button>
      </StepActions>
    </Stack>
  )
}

function useRehearsal({ name, outreachId }: Campaign) {
  const { api } = useAgent()
  return useMutation({
    mutationFn: async (personaIds: string[]) => {
      const body = { name: texts.name(name), outreachId, audience: { personaIds } }
      const { id } = await api.post('/campaigns', { body })
      const path = { campaignId: id }
      const staged = await api.post('/campaigns/{campaignId}/stage', { path })
      return staged.counts.sendable > 0 ? api.post('/campaigns/{campaignId}/start', { path }) : staged
    },
  })
}

function RehearsalOutcome({ campaignId, personaIds }: { campaignId: string; personaIds: string[] }) {
  const routeIds = useRouteIds()
  const { data: campaign } = useCampaign(campaignId)
  if (!campaign) return null
  const isDone = isCampaignOver(campaign) || campaign.counts.sendable === 0
  return (
    <Stack>
      <Alert
        color={isDone ? 'green' : 'gray'}
        role="status"
        title={isDone ? texts.done(campaign.counts.sent, campaign.counts.total) : texts.running}
      >
        <Group gap="xs">
          <ButtonLink size="xs" variant="default" to="/orgs/$org/agents/$agent/emulator" params={routeIds}>
            {texts.answer}
          </ButtonLink>
          <ButtonLink
            size="xs"
            variant="default"
            to="/orgs/$org/agents/$agent/campaigns/$campaignId"
            params={{ ...routeIds, campaignId }}
          >
            {texts.report}
          </ButtonLink>
        </Group>
      </Alert>
      {isDone && (
        <Group align="flex-start" gap="md">
          {personaIds.slice(0, 5).map((personaId) => (
            <RehearsalMessages key={personaId} personaId={personaId} since={campaign.createdAt} />
          ))}
        </Group>
      )}
    </Stack>
  )
}
