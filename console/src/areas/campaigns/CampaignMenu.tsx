import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { words } from '#words/campaigns.ts'
import { useAgent, useCan, usePlace } from '../../app/org.ts'
import { confirm } from '../../parts/confirm.tsx'
import { tell } from '../../parts/tell.tsx'
import type { Campaign } from './campaign.ts'

const { remove: said } = words

/** What is rarely done with a campaign. */
export function CampaignMenu({ campaign: { id, name, status } }: { campaign: Campaign }) {
  const can = useCan('editor')
  const removing = useRemoving(id, name)
  if (!can || status === 'running' || status === 'paused') return null
  const ask = async () => {
    const question = { title: said.title(name), text: said.text, ok: said.button, danger: true }
    if (await confirm({ ...question, phrase: name })) removing.mutate()
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={said.more} loading={removing.isPending}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={ask}>
          {said.button}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useRemoving(campaignId: string, name: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const place = usePlace()
  return useMutation({
    mutationFn: () => agent.api.delete('/campaigns/{campaignId}', { path: { campaignId } }),
    onSuccess: async () => {
      tell.done(said.done(name))
      await navigate({ to: '/orgs/$org/agents/$agent/campaigns', params: place, ignoreBlocker: true })
      void queries.invalidateQueries({ queryKey: agent.key('campaign-list') })
    },
    onError: tell.failed,
  })
}
