import { Badge, Fieldset, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { Channel } from '@parley/amf'
import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/experiments.ts'
import { AmlPreview } from '../../../components/aml/AmlPreview.tsx'
import { useOutreaches, useTemplates } from '../../outreach/shared/outreach-config.ts'
import { type Campaign, isCampaignOver } from '../campaign.ts'
import classes from '../checks/previews.module.css'
import { ChooseVariant } from './ChooseVariant.tsx'
import { listComparisons, shareOfVariant } from './comparison.ts'
import { GroupNumbers } from './GroupNumbers.tsx'

type Report = Schema<'CampaignReport'>
type Props = { campaign: Campaign; report?: Report }

/** The variants side by side on phones, each with its numbers as they come, and the people held out. */
export function ExperimentResults({ campaign, report }: Props) {
  const { variants = [], counts } = campaign
  if (variants.length === 0 && counts.heldOut === undefined) return null
  return (
    <Fieldset legend={strings.title}>
      <Stack>
        {report && variants.length > 0 && (
          <Text size="sm" role="status">
            {describeLead(campaign, report)}
          </Text>
        )}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <section className={classes.row} aria-label={strings.title} tabIndex={0}>
          {variants.map(({ id }) => (
            <VariantCard key={id} campaign={campaign} report={report} variantId={id} />
          ))}
          {counts.heldOut !== undefined && (
            <Stack gap="xs" className={classes.one}>
              <Text fw={600}>{strings.holdout}</Text>
              <Text size="sm" className="quiet">
                {strings.holdoutText}
              </Text>
              <GroupNumbers
                label={strings.holdout}
                group={report?.holdout}
                people={counts.heldOut}
                isHoldout
                isOver={isCampaignOver(campaign)}
              />
            </Stack>
          )}
        </section>
        {report && (
          <Text size="sm" className="quiet">
            {strings.hint}
          </Text>
        )}
      </Stack>
    </Fieldset>
  )
}

function describeLead(campaign: Campaign, { leader }: Report): string {
  if (leader !== undefined) return strings.leaderHint(leader)
  return isCampaignOver(campaign) ? strings.noLeader : strings.noLeaderYet
}

type VariantCardProps = { campaign: Campaign; report: Report | undefined; variantId: string }

function VariantCard({ campaign, report, variantId }: VariantCardProps) {
  const { counts, chosenVariantId } = campaign
  const result = report?.variants?.find(({ id }) => id === variantId)
  return (
    <Stack gap="xs" className={classes.one}>
      <Group gap="xs">
        <Text fw={600}>{strings.variant(variantId)}</Text>
        {report?.leader === variantId && <Badge tt="none">{strings.leader}</Badge>}
        {chosenVariantId === variantId && (
          <Badge tt="none" variant="default">
            {strings.chosen}
          </Badge>
        )}
      </Group>
      <VariantOpener campaign={campaign} variantId={variantId} />
      <GroupNumbers
        label={strings.variant(variantId)}
        group={result}
        people={counts.variants?.[variantId]}
        share={shareOfVariant(campaign, variantId)}
        comparisons={result && report ? listComparisons(result, report) : []}
        isOver={isCampaignOver(campaign)}
      />
      {chosenVariantId !== variantId && <ChooseVariant campaign={campaign} variantId={variantId} />}
    </Stack>
  )
}

/** The opener on the channels that the campaign uses. */
function VariantOpener({ campaign, variantId }: { campaign: Campaign; variantId: string }) {
  const templates = useTemplates().data
  const outreach = useOutreaches().data?.find(({ id }) => id === campaign.outreachId)
  const templateId = campaign.variants?.find(({ id }) => id === variantId)?.openerTemplateId ?? ''
  if (!templates) return <Skeleton h={320} />
  const template = templates.find(({ id }) => id === templateId)
  const used = Object.keys(campaign.channels ?? {}) as Channel[]
  const channels = used.length > 0 ? used : ((outreach?.channels ?? ['rcs']) as Channel[])
  if (!template) return <Text size="sm">{templateId}</Text>
  // Another set of channels has other tabs.
  return <AmlPreview key={channels.join(' ')} text={template.body} channels={channels} height="22rem" />
}
