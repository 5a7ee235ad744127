import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { type ChannelAddress, stopList } from '../../people/index.ts'
import { carrierChannels, isCarrierChannel } from './keyword.ts'

/** Everything that a STOP from there covers: at the gateway one on rcs or sms holds for both of that number. */
export function listCoveredAddresses(at: ChannelAddress): ChannelAddress[] {
  return isCarrierChannel(at.channel) ? carrierChannels.map((channel) => ({ ...at, channel })) : [at]
}

/** Whether nothing may be sent there until a START. */
export async function isAddressStopped(db: Db, agent: AgentKey, at: ChannelAddress): Promise<boolean> {
  for (const covered of listCoveredAddresses(at)) if (await stopList.isOptedOut(db, agent, covered)) return true
  return false
}
