import { Table, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { strings } from '#i18n/experiments.ts'
import { judgeDifference, type VariantComparison } from './comparison.ts'

const { numbers } = strings
const variantOutcomes = ['delivered', 'read', 'replied', 'goal', 'tapped', 'optedOut'] as const
const holdoutOutcomes = ['replied', 'goal', 'optedOut'] as const

type Props = {
  label: string
  /** Undefined before the campaign starts. */
  group: Schema<'CampaignVariantResult'> | Schema<'CampaignHoldoutResult'> | undefined
  /** As staged. */
  people: number | undefined
  share?: number
  isHoldout?: boolean
  comparisons?: readonly VariantComparison[]
  /** Nobody else will be reached. */
  isOver: boolean
}

/** What became of the people of one group, and how it compares with others. */
export function GroupNumbers({ label, group, people = 0, share, isHoldout = false, comparisons = [], isOver }: Props) {
  const rated = isHoldout ? holdoutOutcomes : variantOutcomes
  return (
    <Table aria-label={label} highlightOnHover={false} fz="sm">
      <Table.Tbody>
        <NumberRow name={numbers.people} value={strings.value(group?.people ?? people)} />
        {share !== undefined && <NumberRow name={numbers.share} value={strings.share(share)} />}
        {group && !isHoldout && (
          <>
            <NumberRow name={numbers.sent} value={strings.value(group.sent)} />
            <NumberRow name={numbers.failed} value={strings.value(group.failed)} />
          </>
        )}
        {group &&
          rated.map((name) => (
            <NumberRow
              key={name}
              name={numbers[name]}
              value={`${strings.value(group[name])} · ${strings.rate(group.rates[name])}`}
            />
          ))}
        {comparisons.map((comparison) => (
          <ComparisonRow key={keyOf(comparison)} comparison={comparison} isOver={isOver} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

const keyOf = ({ to, outcome }: VariantComparison): string =>
  `${to === 'holdout' ? to : `variant ${to.variantId}`} ${outcome}`

function NumberRow({ name, value }: { name: string; value: string }) {
  return (
    <Table.Tr>
      <Table.Th fw={500}>{name}</Table.Th>
      <Table.Td ta="right">{value}</Table.Td>
    </Table.Tr>
  )
}

type ComparisonRowProps = { comparison: VariantComparison; isOver: boolean }

function ComparisonRow({ comparison: { to, outcome, difference }, isOver }: ComparisonRowProps) {
  const verdict = judgeDifference(difference, isOver)
  const other = to === 'holdout' ? strings.comparedToHoldout : strings.comparedToVariant(to.variantId)
  return (
    <Table.Tr>
      <Table.Td colSpan={2}>
        <Text size="sm" fw={500}>
          {strings.comparison(numbers[outcome], other)}
        </Text>
        <Text size="sm">{strings.difference(difference)}</Text>
        <Text size="sm" className={verdict === 'tooFew' || verdict === 'unclear' ? 'quiet' : undefined}>
          {strings.verdicts[verdict]}
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}
