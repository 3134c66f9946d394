import { Get, Inject, Query } from '@nestjs/common';
import { CurrentPermissions, type Permitted } from '../../people/signed-in-user.js';
import { BankAccountsService } from '../../money/bank/accounts/bank-accounts.service.js';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
import { ApiAdmin } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PublicUrl } from '../../platform/http/public-url.js';
import { TaxProfilesService } from '../../tax/profile/tax-profiles.service.js';
import { InstallationDto, toInstallation } from './installation.dto.js';
import { OfficeCountsDto } from './office-counts.dto.js';
import { OfficeOverviewDto, toOfficeOverview } from './office-overview.dto.js';
import { OfficeOverviewService } from './office-overview.service.js';
import { OfficeSearchDto, OfficeSearchQuery, toOfficeSearch } from './office-search.dto.js';
import { OfficeSearchService } from './office-search.service.js';

/** Overview, search and installation, for every operator within the permissions of the role. */
@OperatorController('admin', 'Overview')
export class OfficeController {
  constructor(
    private readonly accounts: BankAccountsService,
    private readonly overviews: OfficeOverviewService,
    private readonly searches: OfficeSearchService,
    private readonly publicUrl: PublicUrl,
    private readonly taxProfiles: TaxProfilesService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('overview')
  @Access('any-operator')
  @Operation(
    'What there is to do today, and the last 30 days',
    'A part for which the caller has no permission is null.',
  )
  @ApiAdmin(200, OfficeOverviewDto)
  async getOfficeOverview(
    @CurrentPermissions() may: Permitted,
  ): Promise<AdminAnswer<OfficeOverviewDto>> {
    return adminAnswer(toOfficeOverview(await this.overviews.getOverview(may)));
  }

  @Get('counts')
  @Access('any-operator')
  @Operation(
    'Numbers at tabs and sections: what waits, up to 100 of each',
    'Reads at most a hundred entries of an index for each number. A part for which the caller has no permission is null.',
  )
  @ApiAdmin(200, OfficeCountsDto)
  async getOfficeCounts(
    @CurrentPermissions() may: Permitted,
  ): Promise<AdminAnswer<OfficeCountsDto>> {
    return adminAnswer(await this.overviews.count(may));
  }

  @Get('search')
  @Access('any-operator')
  @Operation(
    'Search orders, clients, products, receipts and tokens at once',
    'A kind for which the caller has no permission is null.',
  )
  @ApiAdmin(200, OfficeSearchDto, 'validation_failed')
  async searchEverything(
    @Query() { q, limit }: OfficeSearchQuery,
    @CurrentPermissions() may: Permitted,
  ): Promise<AdminAnswer<OfficeSearchDto>> {
    return adminAnswer(toOfficeSearch(await this.searches.search(q, limit, may)));
  }

  @Get('installation')
  @Access('any-operator')
  @Operation('What this installation runs with; nothing of it is secret')
  @ApiAdmin(200, InstallationDto)
  async getInstallation(): Promise<AdminAnswer<InstallationDto>> {
    const bankDetails = await this.accounts.getPrintedDetails();
    const issuesDocuments = (await this.taxProfiles.list()).inForce !== null;
    const facts = { bankDetails, issuesDocuments };
    return adminAnswer(toInstallation(this.settings, this.publicUrl.origin, facts));
  }
}
