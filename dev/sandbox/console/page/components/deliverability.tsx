import { Badge } from '../../../../ui/components/badge.tsx';

export const Deliverability = ({ isDeliverable }: { isDeliverable: boolean }) =>
  isDeliverable ? <Badge tone="good">Deliverable</Badge> : <Badge tone="bad">Undeliverable</Badge>;
