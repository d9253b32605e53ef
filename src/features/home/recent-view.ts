import type { KnownBlock } from '@slack/types';
import { maskMsisdn } from '../../domain/messages/msisdn.ts';
import { parsePeriod } from '../../domain/time/period.ts';
import { actions, button, contextBlock } from '../../slack/blocks/blocks.ts';
import { periodLabel } from '../../slack/view-options.ts';
import type { HomeLocalized } from './locales/index.ts';
import type { HomeLookup } from './model.ts';

/** What a person looked up lately, masked: each a button that looks it up anew. */
export function recentBlocks(recent: readonly HomeLookup[], options: HomeLocalized): KnownBlock[] {
  const { home } = options.t;
  if (recent.length === 0) return [];
  return [
    contextBlock(home.recent),
    actions(
      'home.recent',
      ...recent.map(({ sealed, request }, at) =>
        button(`home.recent.${at + 1}`, lookupLabel(request, options), sealed),
      ),
      button('home.forget', home.forget, 'home'),
    ),
  ];
}

function lookupLabel(request: HomeLookup['request'], options: HomeLocalized): string {
  const { home } = options.t;
  if ('i' in request) return home.byIdentifier;
  const text = 'd' in request ? request.d : request.p;
  const spec = parsePeriod(text);
  const period = spec && !('problem' in spec) ? periodLabel(spec, options) : '';
  if ('d' in request) return home.byReference(period);
  return [maskMsisdn(request.n), period].filter(Boolean).join(' · ');
}
