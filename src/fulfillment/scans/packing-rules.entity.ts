import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { listed } from '../../orders/lifecycle/status-sql.js';

/** Whether the articles of a shipment are counted before it is sent. */
export const ARTICLE_CHECKS = ['off', 'offered', 'required'] as const;
export type ArticleCheck = (typeof ARTICLE_CHECKS)[number];

/** How an installation packs: at most one row. */
@Entity('packing_rules')
@Check('packing_rules_one_row_ck', 'id = 1')
@Check('packing_rules_check_articles_ck', `check_articles IN ${listed(ARTICLE_CHECKS)}`)
export class PackingRules {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'packing_rules_pk' })
  id: number;

  @Column('varchar', { length: 10 })
  checkArticles: ArticleCheck;
}
