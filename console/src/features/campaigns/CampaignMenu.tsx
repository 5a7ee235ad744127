import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/campaigns.ts'
import { useAgent, useCan, useRouteIds } from '../../app/current-org.ts'
import { askConfirmation } from '../../components/confirm.tsx'
import { notify } from '../../components/notify.tsx'
import type { Campaign } from './campaign.ts'

const { remove: campaignMenuTexts } = strings

/** What is rarely done with a campaign. */
export function CampaignMenu({ campaign: { id, name, status } }: { campaign: Campaign }) {
  const can = useCan('editor')
  const removing = useDeleteCampaign(id, name)
  if (!can || status === 'running' || status === 'paused') return null
  const ask = async () => {
    const question = {
      title: campaignMenuTexts.title(name),
      text: campaignMenuTexts.text,
      ok: campaignMenuTexts.button,
      danger: true,
    }
    if (await askConfirmation({ ...question, phrase: name })) removing.mutate()
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={campaignMenuTexts.more} loading={removing.isPending}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={ask}>
          {campaignMenuTexts.button}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useDeleteCampaign(campaignId: string, name: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  return useMutation({
    mutationFn: () => agent.api.delete('/campaigns/{campaignId}', { path: { campaignId } }),
    onSuccess: async () => {
      notify.success(campaignMenuTexts.done(name))
      await navigate({ to: '/orgs/$org/agents/$agent/campaigns', params: routeIds, ignoreBlocker: true })
      void queries.invalidateQueries({ queryKey: agent.key('campaign-list') })
    },
    onError: notify.error,
  })
}
