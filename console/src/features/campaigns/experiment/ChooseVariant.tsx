import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/experiments.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { notify } from '../../../components/notify.tsx'
import type { Campaign } from '../campaign.ts'
import { describeChoice } from './comparison.ts'

/** Sends the rest of a campaign with one variant, after it said what that means for whom. */
export function ChooseVariant({ campaign, variantId }: { campaign: Campaign; variantId: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const can = useCan('editor')
  const { id: campaignId, status } = campaign
  const choosing = useMutation({
    mutationFn: () =>
      agent.api.post('/campaigns/{campaignId}/choose-variant', { path: { campaignId }, body: { variantId } }),
    onSuccess: (changed) => {
      queries.setQueryData(agent.key('campaigns', campaignId), changed)
      void queries.invalidateQueries({ queryKey: agent.key('recipients', campaignId) })
      notify.success(strings.chose(variantId))
    },
    onError: notify.error,
  })
  if (!can || !['staged', 'running', 'paused'].includes(status)) return null
  const ask = async () => {
    const text = strings.chooseText(variantId, describeChoice(campaign))
    if (await askConfirmation({ title: strings.chooseTitle(variantId), text, ok: strings.chooseOk })) choosing.mutate()
  }
  return (
    <Button variant="default" size="xs" onClick={ask} loading={choosing.isPending}>
      {strings.choose}
    </Button>
  )
}
