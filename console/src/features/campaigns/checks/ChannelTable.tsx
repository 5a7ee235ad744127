import { Button, Fieldset, List, Text } from '@mantine/core'
import { useState } from 'react'
import { strings } from '#i18n/campaigns.ts'
import { channelName } from '#i18n/channel-names.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import type { Campaign } from '../campaign.ts'
import { type ChannelPlan, listChannelPlans, listSharedProviders } from './channel-plan.ts'
import { useProviderNameLookup } from './Estimates.tsx'
import { PersonPreview } from './RecipientPreviews.tsx'

const { checks: texts } = strings

/** By which channel people are reached: how many, how it looks there, and how long it takes at the provider's rate. */
export function ChannelTable({ campaign }: { campaign: Campaign }) {
  const [previewed, setPreviewed] = useState<ChannelPlan>()
  const providerName = useProviderNameLookup()
  const plans = listChannelPlans(campaign)
  const columns = useColumns(providerName, setPreviewed)
  if (plans.length === 0) return null
  return (
    <Fieldset legend={texts.channels}>
      <DataTable label={texts.channels} columns={columns} rows={plans} rowId={({ channel }) => channel} />
      <SharedProviders campaign={campaign} providerName={providerName} />
      {previewed?.previewOf && (
        <Dialog onClose={() => setPreviewed(undefined)} title={channelName(previewed.channel)} size="sm">
          <PersonPreview campaignId={campaign.id} personId={previewed.previewOf} channel={previewed.channel} />
        </Dialog>
      )}
    </Fieldset>
  )
}

type ProviderName = ReturnType<typeof useProviderNameLookup>

function useColumns(providerName: ProviderName, onPreview: (plan: ChannelPlan) => void): DataColumn<ChannelPlan>[] {
  return [
    { id: 'channel', label: texts.channel, cell: ({ channel }) => channelName(channel), rowHeader: true },
    { id: 'people', label: texts.people, cell: ({ people }) => strings.number(people), align: 'right' },
    {
      id: 'provider',
      label: texts.provider,
      cell: ({ provider }) => provider && (providerName(provider) ?? provider),
      wide: true,
    },
    {
      id: 'rate',
      label: strings.live.rate,
      cell: ({ perSecond }) => perSecond !== undefined && strings.live.perSecond(perSecond),
      wide: true,
    },
    {
      id: 'duration',
      label: texts.estimate,
      cell: ({ seconds }) => seconds !== undefined && strings.live.timeLeft(strings.duration(seconds)),
    },
    {
      id: 'preview',
      label: texts.preview,
      cell: (plan) =>
        plan.previewOf && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={texts.previewOn(channelName(plan.channel))}
            onClick={() => onPreview(plan)}
          >
            {texts.preview}
          </Button>
        ),
    },
  ]
}

function SharedProviders({ campaign, providerName }: { campaign: Campaign; providerName: ProviderName }) {
  const shared = listSharedProviders(campaign)
  if (shared.length === 0) return null
  return (
    <>
      <Text size="sm" className="quiet" mt="xs">
        {texts.takeTurns}
      </Text>
      <List size="sm">
        {shared.map(({ provider, seconds }) => (
          <List.Item key={provider}>
            {texts.estimates(strings.duration(seconds), providerName(provider) ?? provider)}
          </List.Item>
        ))}
      </List>
    </>
  )
}
