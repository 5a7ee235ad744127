import { Alert, Button, Fieldset, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { words } from '#words/campaigns.ts'
import { useAgent, useCan, usePlace } from '../../../app/org.ts'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import { PersonasPicker } from '../../outreach/shared/PersonaPicker.tsx'
import { type Campaign, isOver } from '../campaign.ts'
import type { Step } from '../search.ts'
import { useCampaign } from '../useCampaign.ts'
import { PersonaGot } from './PersonaGot.tsx'

const { rehearse: said } = words
type Given = { campaign: Campaign; onStep: (step: Step) => void }

/** The same Outreach to personas: a campaign of its own that reaches nobody. */
export function Rehearse({ campaign, onStep }: Given) {
  const can = useCan('editor')
  const [personaIds, setPersonas] = useState<string[]>([])
  const rehearsing = useRehearsing(campaign)
  return (
    <Stack>
      <Fieldset legend={words.steps.rehearse}>
        <Stack>
          <Text size="sm">{campaign.test ? said.of : said.text}</Text>
          {rehearsing.error && <Refusal error={rehearsing.error} />}
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
                {said.run}
              </Button>
            </Group>
          )}
          {rehearsing.data && <Outcome campaignId={rehearsing.data.id} personaIds={rehearsing.variables ?? []} />}
        </Stack>
      </Fieldset>
      <Group justify="space-between">
        <Button variant="default" onClick={() => onStep('checks')}>
          {words.back}
        </Button>
        <Button onClick={() => onStep('start')}>{words.next}</Button>
      </Group>
    </Stack>
  )
}

function useRehearsing({ name, outreachId }: Campaign) {
  const { api } = useAgent()
  return useMutation({
    mutationFn: async (personaIds: string[]) => {
      const body = { name: said.name(name), outreachId, audience: { personaIds } }
      const { id } = await api.post('/campaigns', { body })
      const path = { campaignId: id }
      const staged = await api.post('/campaigns/{campaignId}/stage', { path })
      return staged.counts.sendable > 0 ? api.post('/campaigns/{campaignId}/start', { path }) : staged
    },
  })
}

function Outcome({ campaignId, personaIds }: { campaignId: string; personaIds: string[] }) {
  const place = usePlace()
  const { data: campaign } = useCampaign(campaignId)
  if (!campaign) return null
  const isDone = isOver(campaign) || campaign.counts.sendable === 0
  return (
    <Stack>
      <Alert
        color={isDone ? 'green' : 'gray'}
        role="status"
        title={isDone ? said.done(campaign.counts.sent, campaign.counts.total) : said.running}
      >
        <Group gap="xs">
          <ButtonLink size="xs" variant="default" to="/orgs/$org/agents/$agent/emulator" params={place}>
            {said.answer}
          </ButtonLink>
          <ButtonLink
            size="xs"
            variant="default"
            to="/orgs/$org/agents/$agent/campaigns/$campaignId"
            params={{ ...place, campaignId }}
          >
            {said.report}
          </ButtonLink>
        </Group>
      </Alert>
      {isDone && (
        <Group align="flex-start" gap="md">
          {personaIds.slice(0, 5).map((personaId) => (
            <PersonaGot key={personaId} personaId={personaId} since={campaign.createdAt} />
          ))}
        </Group>
      )}
    </Stack>
  )
}
